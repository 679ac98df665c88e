// Points with their intervals: over categories, below each other as a forest, or over numbers.
import { categoryAxis, measureAxis, numberAxis } from "./axes.js";
import { colourOf, faded, head, look } from "./look.js";
import { addNotes } from "./notes.js";
import { whisker } from "./series.js";
import { tooltip } from "./tips.js";

export function scatter(drawing, ask) {
  const numbered = drawing.x.ticks !== undefined;
  const legend = drawing.series.length < 2 ? [] : drawing.series.map((series, number) => ({
    name: series.key, text: series.name, icon: "circle", itemStyle: { color: colourOf(series, number), opacity: 1 },
  }));
  const { option, top } = head(drawing, legend);
  const lying = drawing.horizontal && !numbered;
  const measured = measureAxis(drawing.y, { lying });
  if (lying) measured.axisLabel.hideOverlap = true;
  const along = numbered ? numberAxis(drawing.x, { split: true }) : categoryAxis(drawing.x, { bars: true, lying: !lying, down: lying, width: lying ? Math.min(180, drawing.width * 0.35) : 0 });
  const owners = [];
  const series = [];
  const add = (owner, made) => {
    owners.push(owner);
    series.push(made);
  };
  drawing.series.forEach((each, number) => add(number, points(drawing, each, number, lying)));
  drawing.series.forEach((each, number) => {
    if (each.low && each.high) add(number, intervals(drawing, each, number, lying));
  });
  addNotes(drawing, series, true);
  Object.assign(option, {
    grid: { left: 16, right: 22, top: top + (lying && drawing.levels.length ? 20 : 4), bottom: drawing.x.title && !lying ? 30 : 14, containLabel: true },
    xAxis: lying ? measured : along, yAxis: lying ? along : measured, series, tooltip: tooltip("item", ask),
  });
  return {
    option,
    find: ({ seriesIndex, dataIndex }) => (owners[seriesIndex] === undefined || dataIndex === undefined ? null : { series: owners[seriesIndex], place: dataIndex }),
    target: (number, place) => ({ seriesIndex: owners.indexOf(number), dataIndex: place }),
  };
}

function offsetOf(drawing, number) {
  return drawing.series.length > 1 ? (number - (drawing.series.length - 1) / 2) * 14 : 0;
}

function points(drawing, series, number, lying) {
  const colour = colourOf(series, number);
  if (series.pairs) {
    return { type: "scatter", name: series.key, data: series.pairs, dimensions: ["x", "y"], encode: { x: 0, y: 1 }, large: true, largeThreshold: 2000, symbolSize: 3, itemStyle: { color: faded(colour, 0.5) }, progressive: 20000 };
  }
  const numbered = Boolean(series.at);
  const shift = numbered || !series.low ? 0 : offsetOf(drawing, number);
  const data = series.values.map((value, at) => {
    if (value === null) return [NaN, NaN];
    const where = numbered ? series.at[at] ?? NaN : at;
    return lying ? [value, where] : [where, value];
  });
  return { type: "scatter", name: series.key, data, symbolSize: numbered ? 8 : 10, symbolOffset: lying ? [0, shift] : [shift, 0], z: 5,
    itemStyle: { color: numbered ? faded(colour, 0.75) : colour, borderColor: look.surface, borderWidth: 1 }, emphasis: { scale: 1.4 } };
}

function intervals(drawing, series, number, lying) {
  const shift = series.at ? 0 : offsetOf(drawing, number);
  const draw = whisker(colourOf(series, number), lying);
  const data = series.low.map((low, at) => [series.at ? series.at[at] : at, low ?? NaN, series.high[at] ?? NaN]);
  return {
    type: "custom", name: series.key, data, silent: true, z: 4, clip: true, tooltip: { show: false }, encode: lying ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
    renderItem: (params, api) => {
      if (Number.isNaN(api.value(1)) || Number.isNaN(api.value(2))) return null;
      const made = draw(params, api);
      if (lying) made.y = shift;
      else made.x = shift;
      return made;
    },
  };
}
