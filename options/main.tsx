/** The options' entry: the real service into the screen. */
import { render } from "preact";
import { BridgeProvider } from "../contracts/context/bridge-context";
import { createRuntimeService } from "../contracts/service/runtime";
import { createWords } from "../contracts/service/words";
import { App } from "./app";

const root = document.getElementById("root");
if (root) {
  render(
    <BridgeProvider service={createRuntimeService()} words={createWords()}>
      <App />
    </BridgeProvider>,
    root,
  );
}
