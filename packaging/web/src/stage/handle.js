// Dragging (or the arrow keys on) a card's right edge: the width in CSS pixels, within sane bounds.
const LEAST = 240;
const MOST = 2560;

function bounded(width) {
  return Math.round(Math.max(LEAST, Math.min(MOST, width)));
}

export function makeResizable(card, changed) {
  let drag = null;
  card.handle.addEventListener("pointerdown", (event) => {
    card.handle.setPointerCapture(event.pointerId);
    drag = { x: event.clientX, width: card.width, scale: card.scale };
  });
  card.handle.addEventListener("pointermove", (event) => {
    if (drag) changed(card, bounded(drag.width + (event.clientX - drag.x) / drag.scale));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    card.handle.addEventListener(end, () => (drag = null));
  }
  card.handle.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -10, ArrowRight: 10 }[event.key];
    if (!step) return;
    event.preventDefault();
    changed(card, bounded(card.width + (event.shiftKey ? 10 * step : step)));
  });
}
