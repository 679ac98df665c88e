// Pages that scroll together, each by the same share of its own length.
export class Together {
  constructor(cards) {
    this.cards = cards;
    this.on = false;
    this.share = 0;
    this.awaited = new Map();
  }

  // A page has been scrolled: the others follow. What we ask of them comes back as an event, too.
  moved(card) {
    const view = card.page.view;
    if (!this.on || !view) return;
    const expected = this.awaited.get(card);
    this.awaited.delete(card);
    if (expected !== undefined && Math.abs(expected - view.scrollY) < 2) return;
    const room = roomOf(card);
    this.share = room > 0 ? Math.min(1, view.scrollY / room) : 0;
    for (const other of this.cards()) if (other !== card) this.bring(other);
  }

  bring(card) {
    const view = card.page.view;
    if (!this.on || !view) return;
    const top = Math.round(this.share * roomOf(card));
    if (Math.abs(top - view.scrollY) < 1) return;
    view.scrollTo({ top, behavior: "instant" });
    this.awaited.set(card, view.scrollY);
  }
}

function roomOf(card) {
  const root = card.page.document?.scrollingElement;
  return root ? root.scrollHeight - root.clientHeight : 0;
}
