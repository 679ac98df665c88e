// From a drawing to the option of the engine: one file for each family of kinds.
import { cartesian } from "./cartesian.js";
import { sankey } from "./flows.js";
import { emptiness, head } from "./look.js";
import { map } from "./map.js";
import { mirrored } from "./mirror.js";
import { matrix } from "./matrix.js";
import { funnel, pie } from "./round.js";
import { scatter } from "./scatter.js";

const kinds = {
  line: cartesian, area: cartesian, bar: cartesian, stacked: cartesian, histogram: cartesian,
  pie, funnel, scatter, sankey, map, heat: matrix, cohort: matrix,
};

const nothing = { find: () => null, target: () => null };

export function optionOf(drawing, [width, height], ask) {
  const roomy = { ...drawing, room: Math.max(60, width - 32), width, height };
  const made = drawing.empty
    ? { option: { ...head(roomy).option, graphic: emptiness(drawing.empty) } }
    : kinds[drawing.type](roomy, ask);
  return { ...nothing, ...made, option: mirrored(made.option, roomy) };
}
