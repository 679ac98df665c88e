// Heat maps and cohort triangles: a row for each series, a colour for each number.
import { faded, head, look, plain, ramp, readableOn, small } from "./look.js";
import { tooltip } from "./tips.js";

function colourAt(colours, share) {
  return colours[Math.min(colours.length - 1, Math.round(share * (colours.length - 1)))];
}

// A scale below the chart: what the faintest and what the strongest colour stand for.
export function scale(drawing) {
  const { least, most, least_text: from, most_text: to } = drawing.range;
  return {
    type: "continuous", min: least, max: most > least ? most : least + 1, calculable: false, orient: "horizontal", right: 16, top: 12, padding: 0,
    itemWidth: 8, itemHeight: 70, text: [to, from], textGap: 6, textStyle: small(), inRange: { color: ramp() },
    show: drawing.width > 360, hoverLink: false, formatter: () => "", seriesIndex: 0,
  };
}

// How strong the colour of each value is. Where few values drown the others it goes by rank.
function strengths(values, least, most) {
  const sorted = [...new Set(values.filter((each) => each !== 0))].sort((one, two) => one - two);
  const high = sorted[Math.floor((sorted.length - 1) * 0.9)];
  const linear = (value) => (most > least ? (value - least) / (most - least) : 1);
  if (sorted.length < 4 || linear(high) > 0.25) return linear;
  const ranks = new Map(sorted.map((value, rank) => [value, (rank + 1) / sorted.length]));
  return (value) => ranks.get(value) ?? 0;
}

export function matrix(drawing, ask) {
  const { option, top } = head({ ...drawing, room: Math.max(60, drawing.room - 190) });
  const { least, most } = drawing.range;
  const columns = drawing.x.names.length;
  const cells = [];
  const gaps = [];
  const isCohort = drawing.type === "cohort";
  const wide = (drawing.width - 110) / columns;
  const high = (drawing.height - top - 30) / drawing.series.length;
  const written = isCohort || (wide > 46 && high > 16);
  const colours = ramp();
  const strength = strengths(drawing.series.flatMap(({ values }) => values.filter((each) => each !== null)), least, most);
  const none = faded(look.text, 0.04);
  drawing.series.forEach((series, row) => {
    for (let column = 0; column < columns; column += 1) {
      const value = series.values[column] ?? null;
      if (value !== null) {
        const share = strength(value);
        const cell = { value: [column, row, value, share], row };
        // Zero is no faint colour of the scale.
        if (value === 0 && !isCohort) cells.push({ ...cell, visualMap: false, itemStyle: { color: none }, label: { color: look.muted } });
        else cells.push({ ...cell, label: { color: readableOn(colourAt(colours, share)) } });
      } else if (column < series.values.length) gaps.push([column, row]);
    }
  });
  Object.assign(option, {
    tooltip: tooltip("item", ask),
    grid: { left: 16, right: 16, top, bottom: drawing.x.title ? 30 : 12, containLabel: true },
    xAxis: { type: "category", data: drawing.x.names, axisLine: { show: false }, axisTick: { show: false }, splitLine: { show: false }, axisLabel: { ...small(), hideOverlap: true, margin: 8 },
      ...(drawing.x.title ? { name: drawing.x.title, nameLocation: "middle", nameGap: 26, nameTextStyle: small() } : {}) },
    yAxis: { type: "category", data: drawing.series.map(({ name }) => name), inverse: true, axisLine: { show: false }, axisTick: { show: false }, axisLabel: { ...small(), margin: 10, width: 120, overflow: "truncate", hideOverlap: true } },
    visualMap: { ...scale(drawing), min: 0, max: 1, dimension: 3 },
    series: [
      { type: "heatmap", progressive: 0, data: cells, itemStyle: { borderColor: look.surface, borderWidth: wide > 14 ? 2 : 1, borderRadius: 3 },
        emphasis: { itemStyle: { borderColor: look.text, borderWidth: 1.5 } },
        label: { show: written, ...plain(), fontSize: 11, formatter: ({ data }) => fitting(drawing.series[data.row].labels[data.value[0]], wide) } },
      gapsOf(gaps),
    ],
  });
  return {
    option,
    find: ({ seriesIndex, data, value }) => {
      const at = seriesIndex === 0 ? data?.value : value;
      return Array.isArray(at) && at.length > 1 ? { series: at[1], place: at[0] } : null;
    },
    target: (row, column) => {
      const dataIndex = cells.findIndex(({ value }) => value[0] === column && value[1] === row);
      if (dataIndex >= 0) return { seriesIndex: 0, dataIndex };
      const gap = gaps.findIndex(([x, y]) => x === column && y === row);
      return gap < 0 ? null : { seriesIndex: 1, dataIndex: gap };
    },
  };
}

const fitting = (text, wide) => (text.length * 6.2 > wide - 4 ? "" : text);

// A cell of which nothing is known: an outline with a stroke through it, unlike any number.
function gapsOf(gaps) {
  return {
    type: "custom", data: gaps, z: 3, clip: true,
    renderItem: (params, api) => {
      const [x, y] = api.coord([api.value(0), api.value(1)]);
      const [width, height] = api.size([1, 1]).map((each) => Math.max(2, each - 4));
      const box = { x: x - width / 2, y: y - height / 2, width, height };
      const stroke = { stroke: look.strong, lineWidth: 1, fill: null };
      return { type: "group", children: [
        { type: "rect", shape: { ...box, r: 3 }, style: { fill: look.surface, stroke: look.line, lineWidth: 1, lineDash: [2, 2] } },
        { type: "line", shape: { x1: x - Math.min(5, width / 3), y1: y, x2: x + Math.min(5, width / 3), y2: y }, style: stroke },
      ] };
    },
  };
}
