// Pies and funnels: parts of one whole, each with its name and number beside it.
import { colourOf, faded, head, look, plain, small } from "./look.js";
import { isMirrored } from "./mirror.js";
import { tooltip } from "./tips.js";

const LETTER = 7;

function cut(text, width) {
  const most = Math.max(4, Math.floor(width / LETTER));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

// What is missing or below zero is no part of a whole: it stands in the table and in the tooltip.
function parts(drawing) {
  const [series] = drawing.series;
  return series.values.map((value, place) => ({ place, value, name: drawing.x.names[place], label: series.labels[place], share: series.shares[place] })).filter(({ value }) => value !== null && value >= 0);
}

function found(shown) {
  return {
    find: ({ data }) => (data?.place === undefined ? null : { series: 0, place: data.place }),
    target: (_, place) => {
      const dataIndex = shown.findIndex((each) => each.place === place);
      return dataIndex < 0 ? null : { seriesIndex: 0, dataIndex };
    },
  };
}

const LISTED = 12;

// The list beside a pie: name, number and share in columns.
function list(drawing, series, left) {
  const wide = drawing.width - left - 24;
  const [value, share] = [Math.min(92, wide * 0.36), 48];
  const column = (width, align, style) => ({ ...style, width, align, padding: [0, 0, 0, 6] });
  return {
    type: "scroll", orient: "vertical", left, top: "middle", height: drawing.height - 60, selectedMode: false, itemWidth: 10, itemHeight: 10, itemGap: 9, padding: 0,
    pageIconColor: look.muted, pageIconInactiveColor: look.line, pageTextStyle: small(), pageIconSize: 9,
    data: series.values.map((_, place) => String(place)),
    formatter: (key) => {
      const at = Number(key);
      const isPart = series.values[at] !== null;
      const name = `{name|${plainText(cut(drawing.x.names[at], wide - value - share - 24))}}`;
      const columns = [name, `{value|${plainText(series.labels[at])}}`, `{share|${isPart ? plainText(series.shares[at]) : ""}}`];
      return (isMirrored() ? columns.reverse() : columns).join("");
    },
    textStyle: { ...plain(), rich: { name: column(Math.max(40, wide - value - share - 30), isMirrored() ? "right" : "left", plain()), value: column(value, isMirrored() ? "left" : "right", { ...plain(), color: look.text }), share: column(share, isMirrored() ? "left" : "right", small()) } },
  };
}

export function pie(drawing, ask) {
  const { option, top } = head(drawing);
  const [series] = drawing.series;
  const isWide = drawing.width > 380 && series.values.length <= LISTED * 4;
  const high = drawing.height - top - 18;
  const radius = Math.max(24, Math.min(high, drawing.width * (isWide ? 0.4 : 0.9)) / 2 - 6);
  const middle = isWide ? radius + 30 : drawing.width / 2;
  const shown = series.values.map((value, place) => ({ place, value: value !== null && value >= 0 ? value : null }));
  Object.assign(option, {
    tooltip: tooltip("item", ask),
    series: [{
      type: "pie", radius: [radius * 0.6, radius], center: [middle, top + high / 2], startAngle: 90, padAngle: 1, stillShowZeroSum: false,
      itemStyle: { borderColor: look.surface, borderWidth: 1, borderRadius: 2 }, emphasis: { scaleSize: 3 }, label: { show: false }, labelLine: { show: false },
      data: shown.map(({ value, place }) => ({ value, name: String(place), place, itemStyle: { color: value === null ? look.line : colourOf({}, place) } })),
    }],
  });
  if (isWide) option.legend = list(drawing, series, middle + radius + 28);
  return { option, ...found(shown) };
}

// The braces of a name are no mark of the engine's own rich text.
const plainText = (text) => text.replaceAll("{", "(").replaceAll("}", ")").replaceAll("|", "\u00a6");

const bare = { type: "category", inverse: true, axisLine: { show: false }, axisTick: { show: false }, splitLine: { show: false } };

export function funnel(drawing, ask) {
  const { option, top } = head(drawing);
  const shown = parts(drawing);
  const most = Math.max(...shown.map(({ value }) => value), 1e-12);
  const names = Math.min(160, drawing.width * 0.3);
  const steps = drawing.series[0].values.length;
  const data = drawing.x.names.map((_, place) => {
    const part = shown.find((each) => each.place === place);
    if (!part) return { value: "-", place };
    return part.value === 0 ? { value: 0, place, itemStyle: { opacity: 0 }, emphasis: { itemStyle: { opacity: 0 } } } : { value: part.value, place };
  });
  const compared = drawing.series[0].compared;
  const colour = colourOf(drawing.series[0], 0);
  Object.assign(option, {
    tooltip: tooltip("item", ask),
    grid: { left: 16, right: 16, top: top + 2, bottom: 12, containLabel: true },
    xAxis: { type: "value", min: 0, max: Math.max(most, ...(compared ?? []).filter((each) => each !== null)), show: false },
    yAxis: [
      { ...bare, data: drawing.x.names, axisLabel: { ...plain(), width: names, overflow: "truncate", margin: 12, interval: 0 } },
      { ...bare, position: "right", data: drawing.x.names, axisLabel: { ...small(), fontSize: 12, margin: 14, interval: 0, formatter: (_, place) => {
        const part = shown.find((each) => each.place === place);
        return part ? `{share|${plainText(part.share)}}{value|${plainText(part.label)}}` : drawing.no_data;
      }, rich: { share: { ...plain(), fontWeight: 600, width: 44, align: "right" }, value: { ...small(), fontSize: 12, padding: [0, 0, 0, 12] } } } },
    ],
    series: [
      { type: "bar", data, barWidth: Math.min(34, ((drawing.height - top - 20) / steps) * 0.56), barMinHeight: 2, itemStyle: { color: colour, borderRadius: 3 }, showBackground: true,
        backgroundStyle: { color: faded(look.text, 0.04), borderRadius: 3 }, emphasis: { itemStyle: { opacity: 0.85 } }, z: 3 },
    ],
  });
  if (compared) {
    option.series.push({ type: "custom", silent: true, tooltip: { show: false }, z: 5, data: compared.map((value, at) => (value === null ? null : [value, at])).filter(Boolean),
      renderItem: (_, api) => {
        const [x, y] = api.coord([api.value(0), api.value(1)]);
        const half = Math.min(20, api.size([0, 1])[1] * 0.36);
        return { type: "line", shape: { x1: x, y1: y - half, x2: x, y2: y + half }, style: { stroke: look.muted, lineWidth: 2, lineDash: [3, 3] } };
      } });
  }
  return {
    option,
    find: ({ seriesIndex, data: each }) => (seriesIndex !== 0 || each?.place === undefined ? null : { series: 0, place: each.place }),
    target: (_, place) => ({ seriesIndex: 0, dataIndex: place }),
  };
}

