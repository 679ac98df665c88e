// What lies over or under the series: notes, levels, and where nothing is known.
import { look, small } from "./look.js";
import { isMirrored } from "./mirror.js";

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

// Between points of a line, what is unknown lies on either side.
function span(drawing, [from, to]) {
  return [Math.max(0, from - 1), Math.min(drawing.count - 1, to + 1)];
}

// A category of bars is as wide as its band, which the engine's own areas miss on turned axes.
function bands(drawing) {
  const lying = drawing.horizontal;
  const across = drawing.y.ticks[0];
  return {
    type: "custom", silent: true, z: 1, clip: true, tooltip: { show: false }, data: drawing.missing, encode: {},
    renderItem: (params, api) => {
      const area = params.coordSys;
      const [one, other] = drawing.missing[params.dataIndex].map((at) => api.coord(lying ? [across, at] : [at, across])[lying ? 1 : 0]);
      const band = Math.abs(api.size([1, 1])[lying ? 1 : 0]);
      const [start, length] = [Math.min(one, other) - band / 2, Math.abs(one - other) + band];
      const shape = lying ? { x: area.x, y: start, width: area.width, height: length } : { x: start, y: area.y, width: length, height: area.height };
      const begins = isMirrored() ? area.x + area.width - 8 : area.x + 8;
      const place = lying
        ? { x: begins, y: start + length / 2, textAlign: isMirrored() ? "right" : "left", textVerticalAlign: "middle" }
        : { x: start + length / 2, y: area.y + 8, textAlign: "center", textVerticalAlign: "top" };
      return { type: "group", children: [
        { type: "rect", shape, style: { fill: look.sunken, opacity: 0.75 } },
        { type: "text", style: { ...place, text: drawing.no_data, fill: look.muted, font: "11px Inter" } },
      ] };
    },
  };
}

function spans(drawing, isBars) {
  const side = drawing.horizontal ? "yAxis" : "xAxis";
  const begins = isMirrored() ? "insideRight" : "insideLeft";
  const label = (text) => ({ show: Boolean(text), position: drawing.horizontal ? begins : "insideTop", distance: 8, formatter: () => text, ...small() });
  const unknown = (isBars ? [] : drawing.missing).map((run) => [run, span(drawing, run)]).map(([[from, to], [start, end]]) => [
    { [side]: start, itemStyle: { color: look.sunken, opacity: 0.75 }, label: label(to - from > 1 ? drawing.no_data : "") },
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
  if (isBars && drawing.missing.length) series.push(bands(drawing));
  const areas = spans(drawing, isBars);
  if (areas.length) first.markArea = { data: areas, animation: false, silent: false, emphasis: { disabled: true } };
}
