// The outlines of countries, fetched once when the first map is drawn.
import { registerMap } from "./engine.js";

let asked = null;
export let hasWorld = false;

export function world() {
  asked ??= fetch("world.json").then(async (answer) => {
    registerMap("world", await answer.json());
    hasWorld = true;
  });
  return asked;
}
