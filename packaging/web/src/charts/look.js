// The colours of the window, and what every chart takes from them.

export const look = {};

export function setLook(colours) {
  Object.assign(look, colours);
}

const TONES = new Set(["success", "warning", "danger", "info", "muted", "accent"]);

export function colourOf(series, number) {
  return TONES.has(series.tone) ? look[series.tone] : look.palette[number % look.palette.length];
}

export const small = () => ({ fontFamily: "Inter", fontSize: 11, color: look.muted });
export const plain = () => ({ fontFamily: "Inter", fontSize: 12, color: look.text });

// A colour as it is seen through: the share of it, from 0 to 1.
export function faded(colour, share) {
  return colour + Math.round(share * 255).toString(16).padStart(2, "0");
}

function mixed(from, to, share) {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((colour) => parseInt(colour.slice(at, at + 2), 16));
    return Math.round(a + (b - a) * share).toString(16).padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

// From little to much, for heat maps and maps: never as faint as what is missing.
export function ramp() {
  const from = mixed(look.surface, look.accent, 0.12);
  return [0, 0.25, 0.5, 0.75, 1].map((share) => mixed(from, look.accent, share));
}

export function readableOn(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.19 ? "#14181F" : "#FFFFFF";
}

const PADDING = 16;
export const HEAD = { title: 14, subtitle: 34, legend: 36 };

// Title, subtitle and legend above the drawing; `top` is where the drawing may begin.
export function head(drawing, legend) {
  const titles = [
    {
      text: drawing.title,
      subtext: drawing.subtitle,
      left: PADDING - 5,
      top: HEAD.title - 5,
      itemGap: 4,
      textStyle: { fontFamily: "Inter", fontSize: 13, fontWeight: 600, color: look.text, width: drawing.room, overflow: "truncate" },
      subtextStyle: { ...small(), fontSize: 12, width: drawing.room, overflow: "truncate" },
    },
  ];
  let top = drawing.title ? 44 : PADDING;
  if (drawing.subtitle) top += 18;
  const option = { title: titles, textStyle: { fontFamily: "Inter" } };
  if (legend && legend.length) {
    option.legend = {
      type: "scroll", left: PADDING - 5, right: PADDING, top: top - 8, itemGap: 14, itemWidth: 10, itemHeight: 10, padding: 5,
      textStyle: { ...small(), width: 150, overflow: "truncate" }, data: legend.map(({ name, icon, itemStyle, lineStyle }) => ({ name, icon, itemStyle, lineStyle })),
      formatter: (name) => legend.find((each) => each.name === name)?.text ?? name,
      inactiveColor: look.strong, pageIconColor: look.muted, pageIconInactiveColor: look.line, pageTextStyle: small(), pageIconSize: 9,
    };
    top += 24;
  }
  return { option, top };
}

// Where there is nothing to draw, words say so.
export function emptiness(text) {
  return [{
    type: "text", left: "center", top: "middle", silent: true,
    style: { text, fill: look.muted, font: "12px Inter", width: 280, overflow: "break", textAlign: "center" },
  }];
}
