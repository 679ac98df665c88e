// Where the cards go, scaled down to fit, never up.
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

// Side by side as far as they stay readable.
export function arrangeFlow(widths, available, tall) {
  if (!widths.length) return { columns: 1, scale: 1, heights: [] };
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

// A grid of `columns` widths, one row for each variant, all at one scale and, in a row, one height.
export function arrangeGrid(widths, columns, available, tall) {
  const row = widths.slice(0, columns);
  const room = Math.max(120, available - 2 * PADDING - (row.length - 1) * GAP);
  const scale = Math.min(1, room / row.reduce((sum, width) => sum + width, 0));
  const rows = widths.length / columns;
  const share = (tall - 2 * PADDING) / Math.min(2, rows) - HEADING - GAP;
  const height = Math.round(Math.max(620, Math.min(1600, share / scale)));
  return { columns, scale, heights: widths.map(() => height) };
}

// Two at one place, as large as the room allows.
export function arrangeOverlay(widths, available, tall) {
  const scale = Math.min(1, Math.max(120, available - 2 * PADDING) / widths[0]);
  const height = Math.round(Math.max(400, (tall - 2 * PADDING - HEADING) / scale));
  return { columns: 1, scale, heights: widths.map(() => height) };
}
