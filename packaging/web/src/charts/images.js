// A chart as an image for documents: drawn anew, without what only a screen needs.
import { start } from "./engine.js";
import { look } from "./look.js";
import { optionOf } from "./options.js";

const SCALE = 2;

export async function imageOf(drawing, [width, height], format) {
  const { option } = optionOf(drawing, [width, height], () => "");
  Object.assign(option, { animation: false, backgroundColor: look.surface });
  delete option.tooltip;
  if (format === "svg") {
    const chart = start(null, [width, height], { renderer: "svg", ssr: true });
    chart.setOption(option);
    const text = chart.renderToSVGString().replace(/width="[\d.]+" height="[\d.]+"/, `width="${width * SCALE}" height="${height * SCALE}"`);
    chart.dispose();
    return text;
  }
  const chart = start(document.createElement("div"), [width, height], { devicePixelRatio: SCALE });
  chart.setOption(option);
  const url = chart.getDataURL({ type: "png", pixelRatio: SCALE, backgroundColor: look.surface });
  chart.dispose();
  return url;
}
