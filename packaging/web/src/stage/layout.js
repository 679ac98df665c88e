// Where the cards go: side by side as far as they stay readable, scaled down to fit, never up.
const PADDING = 20;
const GAP = 16;
const HEADING = 34;
const READABLE = 0.45;

// The heights a screen of this width is seen at, in CSS pixels.
function screenHeights(width) {
  if (width <= 600) return [667, 932];
  if (width <= 1100) return [900, 1366];
  return [720, 1400];
}

function scaleFor(columns, width, room) {
  return Math.min(1, (room - (columns - 1) * GAP) / (columns * width));
}

export function arrange(widths, available, tall) {
  if (!widths.length) return { columns: 1, scales: [], heights: [] };
  const room = Math.max(120, available - 2 * PADDING);
  const widest = Math.max(...widths);
  const enough = Math.min(READABLE, scaleFor(1, widest, room));
  let columns = widths.length;
  while (columns > 1 && scaleFor(columns, widest, room) < enough) columns -= 1;
  const scale = scaleFor(columns, widest, room);
  const left = (tall - 2 * PADDING - HEADING) / scale;
  const heights = widths.map((width) => {
    const [least, most] = screenHeights(width);
    return columns < widths.length ? least : Math.round(Math.max(least, Math.min(most, left)));
  });
  return { columns, scale, heights };
}
