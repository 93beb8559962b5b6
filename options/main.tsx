/** The options' entry: the real service into the screen. */
import { render } from "preact";
import { BridgeProvider } from "../ui/context/bridge-context";
import { createRuntimeService } from "../services/runtime";
import { lookup } from "../services/words";
import { Words } from "../ui/words/words";
import { App } from "./app";

const root = document.getElementById("root");
if (root) {
  render(
    <BridgeProvider service={createRuntimeService()} words={new Words(lookup)}>
      <App />
    </BridgeProvider>,
    root,
  );
}
