// Sankeys: how much goes from where to where.
import { head, look, plain } from "./look.js";
import { tooltip } from "./tips.js";

const LETTERS = 24;
const cut = (text) => (text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text);

export function sankey(drawing, ask) {
  const { option, top } = head(drawing);
  const names = new Map(drawing.nodes);
  const sources = new Set(drawing.links.map(([source]) => source));
  Object.assign(option, {
    tooltip: tooltip("item", ask),
    series: [{
      type: "sankey", left: 16, right: 130, top: top + 4, bottom: 18, nodeWidth: 12, nodeGap: 12, draggable: false, layoutIterations: 64, nodeAlign: "left",
      data: drawing.nodes.map(([key], at) => ({ name: key, itemStyle: { color: sources.has(key) ? look.palette[at % look.palette.length] : look.muted, borderWidth: 0 } })),
      links: drawing.links.map(([source, target, value, place]) => ({ source, target, value, place })),
      lineStyle: { color: "source", opacity: look.scheme === "dark" ? 0.3 : 0.24, curveness: 0.5 },
      label: { ...plain(), formatter: ({ name }) => cut(names.get(name) ?? ""), distance: 6 },
      emphasis: { focus: "none", lineStyle: { opacity: 0.5 } },
    }],
  });
  return {
    option,
    find: ({ dataType, data }) => (dataType === "edge" && data?.place !== undefined ? { series: 0, place: data.place } : null),
    target: (_, place) => {
      const dataIndex = drawing.links.findIndex((link) => link[3] === place);
      return dataIndex < 0 ? null : { seriesIndex: 0, dataIndex, dataType: "edge" };
    },
  };
}
