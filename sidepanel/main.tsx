/** The panel's entry: the real services into the screen. */
import { render } from "preact";
import { BridgeProvider } from "../contracts/context/bridge-context";
import { PanelProvider } from "../contracts/context/panel-context";
import { createPanelService } from "../contracts/service/panel";
import { createRuntimeService } from "../contracts/service/runtime";
import { createWords } from "../contracts/service/words";
import { App } from "./app";

const root = document.getElementById("root");
if (root) {
  render(
    <BridgeProvider service={createRuntimeService()} words={createWords()}>
      <PanelProvider panel={createPanelService()}>
        <App />
      </PanelProvider>
    </BridgeProvider>,
    root,
  );
}
