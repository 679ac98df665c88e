// Axes: the program chose the ticks and wrote the labels, the page only finds the one that is meant.
import { look, small } from "./look.js";

export function labelOf({ ticks, labels }) {
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) / 2 : 1;
  return (value) => {
    let best = -1;
    for (let at = 0; at < ticks.length; at += 1) {
      if (Math.abs(ticks[at] - value) < step && (best < 0 || Math.abs(ticks[at] - value) < Math.abs(ticks[best] - value))) best = at;
    }
    return best < 0 ? "" : labels[best];
  };
}

const titled = (title, gap, place = "middle") => ({
  name: title, nameLocation: place, nameGap: gap, nameTextStyle: { ...small() },
});

export function measureAxis(axis, { lying = false, second = false } = {}) {
  const last = axis.ticks.length - 1;
  const wide = Math.max(...axis.labels.map((each) => each.length)) * 6 + 16;
  return {
    type: "value", min: axis.ticks[0], max: axis.ticks[last], interval: axis.ticks[1] - axis.ticks[0],
    position: second ? "right" : undefined,
    axisLabel: { ...small(), formatter: labelOf(axis), margin: 10, hideOverlap: lying },
    axisLine: { show: false }, axisTick: { show: false },
    splitLine: { show: !second, lineStyle: { color: look.line, width: 1 } },
    ...(axis.title ? titled(axis.title, lying ? 28 : wide) : {}),
  };
}

export function categoryAxis(axis, { bars = false, lying = true, width = 0, down = false } = {}) {
  return {
    type: "category", data: axis.names, boundaryGap: bars, inverse: down,
    axisLabel: lying
      ? { ...small(), margin: 10, hideOverlap: true, interval: "auto", width, overflow: width ? "truncate" : "none", color: look.muted }
      : { ...small(), fontSize: 12, color: look.text, margin: 10, width, overflow: "truncate", interval: 0 },
    axisLine: { show: lying, lineStyle: { color: look.strong } }, axisTick: { show: false }, splitLine: { show: false },
    ...(axis.title ? titled(axis.title, 28) : {}),
  };
}

// Places that are numbers: ticks where the program put them.
export function numberAxis(axis, { split = false } = {}) {
  return {
    type: "value", min: axis.least, max: axis.most,
    axisLabel: { ...small(), margin: 10, hideOverlap: true, customValues: axis.ticks, formatter: labelOf(axis) },
    axisTick: { show: true, customValues: axis.ticks, lineStyle: { color: look.strong } },
    axisLine: { show: true, onZero: false, lineStyle: { color: look.strong } }, splitLine: { show: split, lineStyle: { color: look.line } },
    ...(axis.title ? titled(axis.title, 28) : {}),
  };
}
