// Pages that are wanted on the stage: a few at a time, what is nearest to sight first.
const AT_ONCE = 3;
// One that never says it is there holds up the others no longer.
const PATIENCE = 4000;

export class Loading {
  constructor() {
    this.waiting = new Set();
    this.running = new Set();
  }

  want(card, wanted) {
    this.waiting.delete(card);
    if (!wanted) {
      card.setNear(false);
      this.done(card);
    } else if (!card.near) {
      this.waiting.add(card);
      this.next();
    }
  }

  done(card) {
    if (this.running.delete(card)) this.next();
  }

  forget(card) {
    this.waiting.delete(card);
    this.done(card);
  }

  next() {
    while (this.waiting.size && this.running.size < AT_ONCE) {
      const [card] = [...this.waiting].sort((one, other) => distance(one) - distance(other));
      this.waiting.delete(card);
      this.running.add(card);
      card.setNear(true);
      setTimeout(() => this.done(card), PATIENCE);
    }
  }
}

function distance(card) {
  const { top, bottom } = card.node.getBoundingClientRect();
  return Math.max(0, -bottom, top - document.documentElement.clientHeight) * 1e4 + Math.max(0, top);
}
