// Series of charts with axes. Missing values stay gaps; what is partial is dashed; the compared
// period lies behind.
import { colourOf, faded, look } from "./look.js";
import { isMirrored } from "./mirror.js";

const THIN = 2;

function pointsOf(series, values = series.values) {
  return series.at ? values.map((value, at) => [series.at[at], value ?? NaN]) : values.map((value) => value ?? "-");
}

// What is whole, and what of it is not: the piece that leads to a partial place is dashed.
function parted(drawing, values) {
  const partial = new Set(drawing.partial);
  if (!partial.size) return [values, null];
  const dashed = values.map((value, at) => (partial.has(at) || partial.has(at + 1) ? value : null));
  return [values.map((value, at) => (partial.has(at) ? null : value)), dashed];
}

function line(drawing, series, number, data, more) {
  const colour = colourOf(series, number);
  return {
    type: "line", name: series.key, data, symbol: "circle", symbolSize: 6, showSymbol: false, connectNulls: false,
    lineStyle: { color: colour, width: THIN }, itemStyle: { color: colour }, z: 4, triggerLineEvent: true,
    emphasis: { disabled: false, scale: false, lineStyle: { width: THIN } },
    [drawing.horizontal ? "xAxisIndex" : "yAxisIndex"]: series.second ? 1 : 0,
    ...more,
  };
}

// A point between two gaps is no line: it is drawn as a dot.
function dotted(data, alone) {
  for (const at of alone) data[at] = { value: data[at], symbol: "circle", symbolSize: 5 };
  return data;
}

export function lines(drawing, series, number, numbered) {
  const colour = colourOf(series, number);
  const filled = drawing.type === "area" && !series.line;
  const area = filled ? { areaStyle: { color: colour, opacity: drawing.series.length > 1 ? 0.08 : 0.1, origin: 0 } } : {};
  if (series.pairs) return [many(drawing, series, number, area)];
  const [whole, dashed] = numbered ? [series.values, null] : parted(drawing, series.values);
  const data = pointsOf(series, whole);
  const made = [line(drawing, series, number, data, { ...area, showSymbol: series.alone.length > 0, symbolSize: (_, { dataIndex }) => (series.alone.includes(dataIndex) ? 5 : 0.01) })];
  if (series.alone.length === 0) made[0].symbolSize = 6;
  if (dashed) made.push(line(drawing, series, number, pointsOf(series, dashed), { ...area, lineStyle: { color: colour, width: THIN, type: [4, 4] }, showSymbol: false }));
  if (series.compared) made.push(before(drawing, series, number));
  return made;
}

function before(drawing, series, number) {
  const colour = drawing.series.length > 1 ? faded(colourOf(series, number), 0.55) : look.muted;
  const data = pointsOf(series, series.compared);
  return line(drawing, series, number, data, { name: "\u0000compared", z: 2, lineStyle: { color: colour, width: 1.5, type: [4, 3], opacity: 0.8 }, itemStyle: { color: colour }, silent: true });
}

// So many points that the engine thins them out for the width, keeping peaks.
function many(drawing, series, number, area) {
  return line(drawing, series, number, series.pairs, {
    ...area, dimensions: ["x", "y"], encode: { x: 0, y: 1 }, sampling: "minmax", lineStyle: { color: colourOf(series, number), width: 1.25 }, triggerLineEvent: false,
  });
}

const RADIUS = 3;

export function bars(drawing, series, number) {
  const colour = colourOf(series, number);
  const partial = new Set(drawing.partial);
  const stacked = drawing.type === "stacked";
  const lying = isMirrored() ? [RADIUS, 0, 0, RADIUS] : [0, RADIUS, RADIUS, 0];
  const end = drawing.horizontal ? lying : [RADIUS, RADIUS, 0, 0];
  const data = series.values.map((value, at) => {
    if (value === null) return "-";
    // Nothing has no height: the least one is for what there is little of.
    if (value === 0 && !stacked) return { value, itemStyle: { opacity: 0 }, emphasis: { itemStyle: { opacity: 0 } } };
    if (!partial.has(at)) return value;
    return { value, itemStyle: { color: faded(colour, 0.22), borderColor: colour, borderWidth: 1.25, borderType: [4, 3] } };
  });
  const made = [{
    type: "bar", name: series.key, data, stack: stacked ? "all" : undefined, itemStyle: { color: colour, borderRadius: stacked ? 0 : end },
    barMinHeight: stacked ? 0 : 2, barMaxWidth: 44, barGap: "12%", barCategoryGap: drawing.type === "histogram" ? "4%" : "32%",
    [drawing.horizontal ? "xAxisIndex" : "yAxisIndex"]: series.second ? 1 : 0, emphasis: { itemStyle: { opacity: 0.85 } }, z: 3,
  }];
  if (drawing.type === "histogram") Object.assign(made[0], { barMaxWidth: undefined, itemStyle: { color: colour, borderRadius: [2, 2, 0, 0] } });
  if (series.compared) {
    made.push({ ...made[0], name: "\u0000compared", stack: stacked ? "compared" : undefined, data: series.compared.map((value) => value ?? "-"), itemStyle: { color: drawing.series.length > 1 ? faded(colour, 0.35) : look.strong, borderRadius: stacked ? 0 : end }, z: 2 });
  }
  return made;
}

// The band of an interval around a line, or the whiskers of one on a bar.
export function band(drawing, series, number) {
  const colour = colourOf(series, number);
  const isLine = drawing.type === "line" || drawing.type === "area" || series.line;
  const data = series.low.map((low, at) => (low === null || series.high[at] === null ? null : [at, low, series.high[at]]));
  return {
    type: "custom", name: series.key, silent: true, z: isLine ? 2 : 5, data: data.filter(Boolean), encode: { x: 0, y: [1, 2] },
    clip: true, tooltip: { show: false },
    renderItem: isLine ? ribbon(data, colour) : whisker(colour, drawing.horizontal),
  };
}

function ribbon(data, colour) {
  return (params, api) => {
    // One shape for each stretch: drawn with its first point.
    const at = api.value(0);
    if (data[at - 1]) return null;
    let end = at;
    while (data[end + 1]) end += 1;
    const upper = [];
    const lower = [];
    for (let each = at; each <= end; each += 1) {
      upper.push(api.coord([each, data[each][2]]));
      lower.unshift(api.coord([each, data[each][1]]));
    }
    return { type: "polygon", shape: { points: [...upper, ...lower] }, style: { fill: faded(colour, 0.14) } };
  };
}

export function whisker(colour, lying) {
  return (params, api) => {
    const [at, low, high] = [api.value(0), api.value(1), api.value(2)];
    const [a, b] = lying ? [api.coord([low, at]), api.coord([high, at])] : [api.coord([at, low]), api.coord([at, high])];
    const cap = lying ? [0, 4] : [4, 0];
    const bar = (from, to) => ({ type: "line", shape: { x1: from[0], y1: from[1], x2: to[0], y2: to[1] }, style: { stroke: colour, lineWidth: 1.5 } });
    const capped = (place) => bar([place[0] - cap[0], place[1] - cap[1]], [place[0] + cap[0], place[1] + cap[1]]);
    return { type: "group", children: [bar(a, b), capped(a), capped(b)] };
  };
}
