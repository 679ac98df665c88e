import { Outline } from "./outline.js";
import { Page } from "./page.js";

function element(tag, className, parent) {
  const made = document.createElement(tag);
  made.className = className;
  parent.append(made);
  return made;
}

// One rendering on the ground: its title and chip, the page below them, the outline upon it.
export class Card {
  constructor(stage, parent, id) {
    this.stage = stage;
    this.id = id;
    this.node = element("section", "card", parent);
    const heading = element("h2", "heading", this.node);
    this.title = element("span", "title", heading);
    this.chip = element("span", "chip", heading);
    this.note = element("span", "note", heading);
    this.glass = element("div", "glass", this.node);
    this.handle = element("div", "handle", this.node);
    this.handle.tabIndex = 0;
    this.handle.setAttribute("role", "separator");
    this.handle.setAttribute("aria-orientation", "vertical");
    this.handle.setAttribute("aria-label", "Width of the preview");
    this.outline = new Outline(this);
    this.contentHeight = Infinity;
    this.near = false;
    this.page = new Page(id, this.glass, {
      title: () => this.title.textContent,
      opened: (page) => this.opened(page),
      changed: () => this.measure(),
      shown: (revision) => {
        this.stage.send({ kind: "shown", id: this.id, revision });
        this.stage.loaded(this);
      },
      mayMap: () => this.stage.maps(),
      mapped: () => this.stage.mapped(this),
    });
  }

  update({ title, chip, note, width, revision, scripts, free, edit }) {
    this.title.textContent = this.title.title = title;
    for (const [place, text] of [[this.chip, chip], [this.note, note]]) {
      place.textContent = text;
      place.hidden = !text;
    }
    this.handle.hidden = !free;
    this.width = width;
    this.scripts = scripts;
    this.page.update(revision, edit);
    if (this.page.frame && this.page.scripts !== scripts) this.page.load(scripts);
  }

  // A page costs memory: it is there while it is seen or about to be.
  setNear(near) {
    this.near = near;
    if (near === Boolean(this.page.frame)) return;
    if (near) this.page.load(this.scripts);
    else this.page.unload();
    this.outline.hide();
    this.stage.arrange();
  }

  opened(page) {
    page.addEventListener("click", (event) => this.clicked(event), true);
    page.addEventListener("auxclick", (event) => this.clicked(event), true);
    page.addEventListener("submit", (event) => event.preventDefault(), true);
    page.addEventListener("load", () => this.measure(), true);
    page.addEventListener("scroll", (event) => this.scrolled(event), { capture: true, passive: true });
    new ResizeObserver(() => this.measure()).observe(page.documentElement);
    this.stage.opened(this);
  }

  scrolled(event) {
    this.outline.follow();
    if (event.target === this.page.document) this.stage.scrolled(this);
  }

  clicked(event) {
    const target = event.target;
    const link = target.closest?.("a[href], area[href]");
    const address = link?.getAttribute("href") ?? "#";
    if (!address.startsWith("#")) {
      event.preventDefault();
      this.stage.send({ kind: "link", url: address });
    }
    if (event.button === 0 && target.closest) this.pick(target);
  }

  // A page that was shown this moment may have no map yet: it is made for the click.
  async pick(target) {
    if (!this.page.rangeOf(target)) await this.page.compare();
    const range = this.page.rangeOf(target);
    if (!range) return;
    this.stage.picked(this, target);
    this.stage.send({ kind: "picked", id: this.id, revision: this.page.revision, ...range });
  }

  // Shows where a place of the text is on the page, and scrolls to it when that is not in sight.
  reveal(place) {
    const found = this.page.elementAt(place);
    this.outline.show(found);
    return Boolean(found) && this.outline.bring();
  }

  measure() {
    const page = this.page.document;
    const root = page?.documentElement;
    const height = root ? Math.max(root.getBoundingClientRect().height, page.body?.scrollHeight ?? 0) : Infinity;
    this.outline.follow();
    if (height === this.contentHeight) return;
    this.contentHeight = height;
    this.stage.arrange();
  }

  place(scale, height, whole = false) {
    const seen = whole ? height : Math.min(height, Math.max(120, this.contentHeight));
    this.scale = scale;
    this.glass.style.width = `${Math.round(this.width * scale)}px`;
    // A long heading is cut: the page below it says how wide a card is.
    this.node.style.width = `${Math.round(this.width * scale) + 2}px`;
    this.glass.style.height = `${Math.round(seen * scale)}px`;
    this.handle.setAttribute("aria-valuenow", this.width);
    this.handle.style.height = this.glass.style.height;
    if (this.page.frame) {
      Object.assign(this.page.frame.style, {
        width: `${this.width}px`, height: `${height}px`, transform: `scale(${scale})`,
      });
    }
    this.outline.follow();
  }

  remove() {
    this.page.unload();
    this.node.remove();
  }
}
