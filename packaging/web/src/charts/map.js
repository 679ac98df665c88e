// A map by country: unknown countries stay grey, which is never a colour of the scale.
import { faded, head, look } from "./look.js";
import { scale } from "./matrix.js";
import { tooltip } from "./tips.js";

export function map(drawing, ask) {
  const { option, top } = head({ ...drawing, room: Math.max(60, drawing.room - 190) });
  const [series] = drawing.series;
  const data = drawing.x.codes.map((code, place) => ({ name: code, value: series.values[place] ?? NaN, place }));
  const room = [drawing.width - 24, drawing.height - top - 12];
  const wide = Math.min(room[0], room[1] * 2.3);
  Object.assign(option, {
    tooltip: tooltip("item", ask),
    visualMap: scale(drawing),
    series: [{
      type: "map", map: "world", data, roam: false, selectedMode: false, aspectScale: 1,
      layoutCenter: ["50%", top + room[1] / 2], layoutSize: wide, label: { show: false },
      itemStyle: { areaColor: faded(look.strong, 0.45), borderColor: look.surface, borderWidth: 0.5 },
      emphasis: { label: { show: false }, itemStyle: { areaColor: null, borderColor: look.text, borderWidth: 1.25 } },
    }],
  });
  return {
    option,
    find: ({ data: each }) => (each?.place === undefined ? null : { series: 0, place: each.place }),
    target: (_, place) => ({ seriesIndex: 0, name: drawing.x.codes[place] }),
  };
}
