// A frame around one element of a page, drawn upon the page and never in it.
const MARGIN = 48;

export class Outline {
  constructor(card) {
    this.card = card;
    this.element = null;
    this.node = document.createElement("div");
    this.node.className = "outline";
    this.node.hidden = true;
    card.glass.append(this.node);
  }

  show(element) {
    this.element = element;
    while (this.element && !this.hasBox(this.element)) this.element = this.element.parentElement;
    if (this.element === this.card.page.document?.documentElement) this.element = null;
    this.follow();
  }

  hide() {
    this.element = null;
    this.node.hidden = true;
  }

  hasBox(element) {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  }

  follow() {
    const there = Boolean(this.element?.isConnected) && Boolean(this.card.page.document);
    this.node.hidden = !there;
    if (!there) return;
    const box = this.element.getBoundingClientRect();
    const scale = this.card.scale;
    Object.assign(this.node.style, {
      left: `${box.left * scale - 2}px`,
      top: `${box.top * scale - 2}px`,
      width: `${box.width * scale}px`,
      height: `${box.height * scale}px`,
    });
  }

  // Scrolls the page, and only the page, until the element is in sight. Gives whether it moved.
  bring() {
    const view = this.card.page.view;
    if (!this.element || !view) return false;
    const box = this.element.getBoundingClientRect();
    const tall = this.card.glass.clientHeight / this.card.scale;
    if (box.top >= 0 && box.bottom <= tall) return false;
    if (box.top < 0 && box.bottom > tall) return false;
    const from = box.height > tall - 2 * MARGIN ? MARGIN : (tall - box.height) / 2;
    view.scrollBy({ top: box.top - from, behavior: "instant" });
    this.follow();
    return true;
  }
}
