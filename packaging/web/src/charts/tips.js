// What is said of a point: made of text alone, whatever the names are.
import { look, colourOf } from "./look.js";

function line(className, text) {
  const made = document.createElement("div");
  made.className = className;
  made.textContent = text;
  return made;
}

export function tipElement(tip, series = []) {
  const whole = document.createElement("div");
  whole.className = "tip";
  whole.dir = look.direction;
  whole.append(line("title", tip.title));
  for (const [name, value, number, faint] of tip.lines) {
    const row = document.createElement("div");
    row.className = faint ? "row faint" : "row";
    const dot = line("dot", "");
    if (number >= 0) dot.style.background = colourOf(series[number] ?? {}, number);
    row.append(dot, line("name", name), line("value", value));
    whole.append(row);
  }
  if (tip.note) whole.append(line("note", tip.note));
  return whole;
}

export function tooltip(trigger, ask) {
  return {
    trigger, confine: true, transitionDuration: 0, showDelay: 0, hideDelay: 60, enterable: false,
    backgroundColor: look.surface, borderColor: look.strong, borderWidth: 1, padding: [8, 10],
    extraCssText: "border-radius:6px;box-shadow:none;z-index:9",
    axisPointer: { type: "line", lineStyle: { color: look.strong, width: 1, type: "solid" }, shadowStyle: { color: look.text, opacity: 0.05 }, label: { show: false } },
    formatter: ask,
  };
}
