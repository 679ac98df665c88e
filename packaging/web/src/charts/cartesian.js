// Lines, areas, bars, stacks and histograms: series over categories, or over numbers.
import { categoryAxis, measureAxis, numberAxis } from "./axes.js";
import { band, bars, lines } from "./series.js";
import { colourOf, head, look } from "./look.js";
import { addNotes } from "./notes.js";
import { tooltip } from "./tips.js";

const BARS = new Set(["bar", "stacked", "histogram"]);
const DASHED = "path://M0 4h4v2h-4z M6 4h4v2h-4z";
const STROKE = "path://M0 4h10v2h-10z";

function legendOf(drawing, isBars) {
  const entries = drawing.series.map((series, number) => {
    const colour = colourOf(series, number);
    const icon = isBars && !series.line ? "roundRect" : STROKE;
    return { name: series.key, text: series.name, icon, itemStyle: { color: colour, opacity: 1, borderWidth: 0 }, lineStyle: { width: 0 } };
  });
  if (drawing.series.some((each) => each.compared)) {
    const text = drawing.compared || "";
    if (text) entries.push({ name: "\u0000compared", text, icon: isBars ? "roundRect" : DASHED, itemStyle: { color: isBars ? look.strong : look.muted, opacity: 1, borderWidth: 0 }, lineStyle: { width: 0 } });
  }
  return entries.length > 1 ? entries : [];
}

function grid(drawing, top) {
  return { left: 16, right: 20, top: top + (drawing.marks?.length ? 18 : 0), bottom: drawing.x.title && !drawing.horizontal ? 30 : 14, containLabel: true };
}

export function cartesian(drawing, ask) {
  const isBars = BARS.has(drawing.type);
  const numbered = drawing.x.ticks !== undefined;
  const { option, top } = head(drawing, legendOf(drawing, isBars));
  const along = numbered
    ? numberAxis(drawing.x)
    : categoryAxis(drawing.x, { bars: isBars, lying: !drawing.horizontal, down: drawing.horizontal, width: drawing.horizontal ? Math.min(180, drawing.width * 0.35) : drawing.type === "bar" ? Math.max(24, (drawing.width - 90) / drawing.count - 6) : 0 });
  const measured = [measureAxis(drawing.y, { lying: drawing.horizontal })];
  if (drawing.y2) measured.push(measureAxis(drawing.y2, { second: true, lying: drawing.horizontal }));
  const owners = [];
  const series = [];
  const add = (owner, ...made) => {
    for (const each of made) {
      owners.push(owner);
      series.push(each);
    }
  };
  drawing.series.forEach((each, number) => {
    const asBars = isBars && !each.line;
    add(number, ...(asBars ? bars : lines)(drawing, each, number, numbered));
    if (each.low && !numbered) add(number, band(drawing, each, number));
  });
  addNotes(drawing, series, isBars);
  Object.assign(option, {
    grid: grid(drawing, top),
    xAxis: drawing.horizontal ? measured : along,
    yAxis: drawing.horizontal ? along : measured,
    series,
    tooltip: tooltip(numbered && drawing.series.some((each) => each.at || each.placed) ? "item" : "axis", ask),
  });
  if (isBars) option.tooltip.axisPointer = { ...option.tooltip.axisPointer, type: "shadow" };
  if (drawing.x.least !== undefined && drawing.count > 5000) option.dataZoom = [{ type: "inside", filterMode: "none" }];
  const found = (event) => {
    const number = owners[event.seriesIndex];
    return number === undefined || event.dataIndex === undefined ? null : { series: number, place: event.dataIndex };
  };
  return {
    option,
    find: found,
    target(number, place) {
      const seriesIndex = owners.indexOf(number);
      return seriesIndex < 0 ? null : { seriesIndex, dataIndex: place };
    },
    findAt(chart, x, y) {
      if (numbered || !chart.containPixel("grid", [x, y])) return null;
      const at = chart.convertFromPixel("grid", [x, y])[drawing.horizontal ? 1 : 0];
      const place = Math.min(Math.max(Math.round(at), 0), drawing.count - 1);
      return drawing.count ? { series: 0, place } : null;
    },
  };
}
