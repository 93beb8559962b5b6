/** The panel's entry: the real services into the screen. */
import { render } from "preact";
import { BridgeProvider } from "../ui/context/bridge-context";
import { PanelProvider } from "./panel-context";
import { createPanelService } from "../services/panel";
import { createRuntimeService } from "../services/runtime";
import { lookup } from "../services/words";
import { Words } from "../ui/words/words";
import { App } from "./app";

const root = document.getElementById("root");
if (root) {
  render(
    <BridgeProvider service={createRuntimeService()} words={new Words(lookup)}>
      <PanelProvider panel={createPanelService()}>
        <App />
      </PanelProvider>
    </BridgeProvider>,
    root,
  );
}
