// Charts for languages that are read from right to left: everything begins on the right. Texts are
// moved, never turned over; flows and maps have a direction of their own.
import { look } from "./look.js";

const KEPT = new Set(["sankey", "map"]);

export const isMirrored = () => look.direction === "rtl";

function swapped(box) {
  const { left, right, ...rest } = box;
  return { ...rest, ...(right === undefined ? {} : { left: right }), ...(left === undefined ? {} : { right: left }) };
}

const each = (given, change) => (Array.isArray(given) ? given.map(change) : given && change(given));

function axes(option) {
  option.xAxis = each(option.xAxis, (axis) => ({ ...axis, inverse: !axis.inverse }));
  option.yAxis = each(option.yAxis, (axis) => ({ ...axis, position: axis.position === "right" ? "left" : "right" }));
}

function legend(given) {
  const made = { ...given, align: "right" };
  if (given.orient === "vertical") return swapped(made);
  delete made.left;
  return { ...made, data: [...given.data].reverse() };
}

export function mirrored(option, drawing) {
  if (!isMirrored()) return option;
  option.title = each(option.title, (title) => ({ ...title, left: "right", padding: [5, title.left + 5, 5, 5] }));
  if (option.legend) option.legend = legend(option.legend);
  if (option.visualMap) option.visualMap = { ...swapped(option.visualMap), inverse: true };
  if (KEPT.has(drawing.type)) return option;
  if (option.grid) {
    option.grid = swapped(option.grid);
    axes(option);
  }
  option.series = each(option.series, (series) => {
    if (series.type !== "pie") return series;
    return { ...series, center: [drawing.width - series.center[0], series.center[1]] };
  });
  return option;
}
