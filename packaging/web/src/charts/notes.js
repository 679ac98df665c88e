// What lies over or under the series: notes, levels, and where nothing is known.
import { look, small } from "./look.js";

const LETTERS = 22;
const cut = (text) => (text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text);

function notes(drawing) {
  const few = drawing.marks.length <= 4;
  return drawing.marks.filter((each) => each.until === null).map((mark) => ({
    [drawing.horizontal ? "yAxis" : "xAxis"]: mark.at, number: mark.number, symbol: "none",
    lineStyle: { color: look.muted, width: 1, type: [3, 3] },
    label: { show: few, position: "end", formatter: () => cut(mark.text), ...small(), distance: 5 },
  }));
}

function levels(drawing) {
  return drawing.levels.map((level) => ({
    [drawing.horizontal ? "xAxis" : "yAxis"]: level.value, symbol: "none", silent: true,
    lineStyle: { color: look[level.tone] ?? look.muted, width: 1.25, type: [6, 4] },
    label: { show: Boolean(level.text), position: drawing.horizontal ? "start" : "insideEndTop", formatter: () => cut(level.text), ...small(), color: look[level.tone] ?? look.muted },
  }));
}

// A category is as wide as its bar; between points of a line it is what lies on either side.
function span(drawing, [from, to], isBars) {
  return isBars ? [from, to] : [Math.max(0, from - 1), Math.min(drawing.count - 1, to + 1)];
}

function spans(drawing, isBars) {
  const side = drawing.horizontal ? "yAxis" : "xAxis";
  const label = (text) => ({ show: Boolean(text), position: drawing.horizontal ? "insideLeft" : "insideTop", distance: 8, formatter: () => text, ...small() });
  const unknown = drawing.missing.map((run) => [run, span(drawing, run, isBars)]).map(([[from, to], [start, end]]) => [
    { [side]: start, itemStyle: { color: look.sunken, opacity: 0.75 }, label: label(isBars || to - from > 1 ? drawing.no_data : "") },
    { [side]: end },
  ]);
  const noted = drawing.marks.filter((each) => each.until !== null).map((mark) => [
    { [side]: mark.at, number: mark.number, itemStyle: { color: look["accent-soft"], opacity: 0.6 }, label: label(cut(mark.text)) },
    { [side]: mark.until },
  ]);
  return [...unknown, ...noted];
}

export function addNotes(drawing, series, isBars) {
  const first = series[0];
  if (!first) return;
  const marked = [...notes(drawing), ...levels(drawing)];
  if (marked.length) first.markLine = { symbol: "none", precision: 12, data: marked, animation: false, emphasis: { disabled: true } };
  const areas = spans(drawing, isBars);
  if (areas.length) first.markArea = { data: areas, animation: false, silent: false, emphasis: { disabled: true } };
}
