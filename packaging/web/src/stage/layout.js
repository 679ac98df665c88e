// Where the cards go, scaled down to fit, never up.
const PADDING = 20;
const GAP = 16;
const HEADING = 34;
const READABLE = 0.45;

// The least height a screen of this width is seen at, in CSS pixels.
function leastHeight(width) {
  if (width <= 600) return 667;
  return width <= 1100 ? 900 : 720;
}

function scaleFor(columns, width, room) {
  return Math.min(1, (room - (columns - 1) * GAP) / (columns * width));
}

// Side by side as far as they stay readable. Where all of them are in sight they fill the height.
export function arrangeFlow(widths, available, tall) {
  if (!widths.length) return { columns: 1, scale: 1, heights: [], fill: false };
  const room = Math.max(120, available - 2 * PADDING);
  const widest = Math.max(...widths);
  const enough = Math.min(READABLE, scaleFor(1, widest, room));
  let columns = widths.length;
  while (columns > 1 && scaleFor(columns, widest, room) < enough) columns -= 1;
  const scale = scaleFor(columns, widest, room);
  const share = shareOf(Math.ceil(widths.length / columns), tall) / scale;
  const fill = widths.every((width) => leastHeight(width) <= share);
  return { columns, scale, heights: widths.map((width) => Math.floor(Math.max(leastHeight(width), share))), fill };
}

// What a page has of the height below its heading, when so many rows stand one below the other.
function shareOf(rows, tall) {
  return (tall - 2 * PADDING - (rows - 1) * GAP) / rows - HEADING;
}

// A grid of `columns` widths, one row for each variant, all at one scale and, in a row, one height.
export function arrangeGrid(widths, columns, available, tall) {
  const row = widths.slice(0, columns);
  const room = Math.max(120, available - 2 * PADDING - (row.length - 1) * GAP);
  const scale = Math.min(1, room / row.reduce((sum, width) => sum + width, 0));
  const rows = widths.length / columns;
  const share = shareOf(Math.min(2, rows), tall) / scale;
  const height = Math.floor(Math.max(620, share));
  return { columns, scale, heights: widths.map(() => height), fill: rows <= 2 && share >= 620 };
}

// Two at one place, as large as the room allows.
export function arrangeOverlay(widths, available, tall) {
  const scale = Math.min(1, Math.max(120, available - 2 * PADDING) / widths[0]);
  const height = Math.round(Math.max(400, (tall - 2 * PADDING - HEADING) / scale));
  return { columns: 1, scale, heights: widths.map(() => height), fill: false };
}
