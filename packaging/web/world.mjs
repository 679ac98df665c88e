// The outlines of all countries, by their codes: reduced, laid flat, without Antarctica.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { feature } = require("topojson-client");
const { presimplify, simplify, quantile } = require("topojson-simplify");
const { numericToAlpha2 } = require("i18n-iso-countries");

const KEPT = 0.1; // the share of all corners that stays
const ANTARCTICA = "010";
const WITHOUT_NUMBER = { Kosovo: "XK" };

// Equal Earth: areas stay comparable, which is what a map of amounts is looked at for.
function flat([longitude, latitude]) {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796];
  const [lambda, phi] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  const t = Math.asin((Math.sqrt(3) / 2) * Math.sin(phi));
  const t2 = t * t;
  const t6 = t2 * t2 * t2;
  const x = (lambda * Math.cos(t)) / ((Math.sqrt(3) / 2) * (a1 + 3 * a2 * t2 + t6 * (7 * a3 + 9 * a4 * t2)));
  const y = t * (a1 + a2 * t2 + t6 * (a3 + a4 * t2));
  return [Math.round(x * 600), Math.round(y * 600)];
}

// Rings that cross the line of dates go on beyond it, and are cut there into both sides.
function unwound(points) {
  let shift = 0;
  return points.map(([longitude, latitude], at) => {
    const jump = at ? longitude - points[at - 1][0] : 0;
    if (jump > 180) shift -= 360;
    if (jump < -180) shift += 360;
    return [longitude + shift, latitude];
  });
}

function cut(points, border, side) {
  const kept = [];
  points.forEach((point, at) => {
    const before = points[(at + points.length - 1) % points.length];
    const [isIn, wasIn] = [point, before].map(([longitude]) => (longitude - border) * side <= 0);
    if (isIn !== wasIn) {
      const share = (border - before[0]) / (point[0] - before[0]);
      kept.push([border, before[1] + share * (point[1] - before[1])]);
    }
    if (isIn) kept.push(point);
  });
  return kept;
}

function sides(points) {
  const whole = unwound(points);
  const found = [];
  for (const turn of [-360, 0, 360]) {
    const moved = whole.map(([longitude, latitude]) => [longitude + turn, latitude]);
    const inside = cut(cut(moved, 180, 1), -180, -1);
    if (inside.length > 3) found.push(inside);
  }
  return found;
}

function ring(points) {
  const kept = [];
  for (const point of [...points, points[0]].map(flat)) {
    const last = kept[kept.length - 1];
    if (!last || last[0] !== point[0] || last[1] !== point[1]) kept.push(point);
  }
  return kept.length > 3 ? kept : null;
}

// Holes, which are lakes and countries within countries, are drawn over by what fills them.
function polygons({ type, coordinates }) {
  const all = type === "Polygon" ? [coordinates] : coordinates;
  return all.flatMap(([outer]) => sides(outer)).map(ring).filter(Boolean).map((each) => [each]);
}

export function worldOf(topology) {
  const weighed = presimplify(topology);
  const reduced = simplify(weighed, quantile(weighed, KEPT));
  const features = [];
  for (const { id, geometry, properties } of feature(reduced, reduced.objects.countries).features) {
    const code = id ? numericToAlpha2(id) : WITHOUT_NUMBER[properties.name];
    const coordinates = geometry ? polygons(geometry) : [];
    if (id !== ANTARCTICA && coordinates.length) {
      features.push({ type: "Feature", properties: { name: code ?? `-${features.length}` }, geometry: { type: "MultiPolygon", coordinates } });
    }
  }
  features.sort((a, b) => (a.properties.name < b.properties.name ? -1 : 1));
  return Buffer.from(JSON.stringify({ type: "FeatureCollection", features }));
}
