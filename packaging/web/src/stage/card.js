import morphdom from "morphdom";

// The sandboxes: a page without scripts may be patched by the stage, one with scripts is a stranger.
const STILL = "allow-same-origin";
const LIVE = "allow-scripts";
const RELOAD_PAUSE = 400;
// A page whose scripts try to leave is stopped in mid-load and never says that it has loaded.
const LOAD_PATIENCE = 3000;
const LOOK_AGAIN = 30;

function element(tag, className, parent) {
  const made = document.createElement(tag);
  made.className = className;
  parent.append(made);
  return made;
}

// One rendering: its title and chip, and the page in a frame of its own.
export class Card {
  constructor(stage, parent) {
    this.stage = stage;
    this.node = element("section", "card", parent);
    const heading = element("h2", "heading", this.node);
    this.title = element("span", "title", heading);
    this.chip = element("span", "chip", heading);
    this.glass = element("div", "glass", this.node);
    this.handle = element("div", "handle", this.node);
    this.handle.tabIndex = 0;
    this.handle.setAttribute("role", "separator");
    this.handle.setAttribute("aria-orientation", "vertical");
    this.handle.setAttribute("aria-label", "Width of the preview");
    this.revision = 0;
    this.shownRevision = 0;
    this.frame = null;
    this.loadedFrame = null;
    this.busy = false;
    this.contentHeight = Infinity;
  }

  update({ id, title, chip, width, revision, scripts, free }) {
    this.title.textContent = title;
    this.chip.textContent = chip;
    this.chip.hidden = !chip;
    this.handle.hidden = !free;
    this.id = id;
    this.width = width;
    this.revision = revision;
    if (!this.frame || this.scripts !== scripts) this.load(scripts);
    else this.refresh();
  }

  load(scripts) {
    this.scripts = scripts;
    this.frame?.remove();
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", scripts ? LIVE : STILL);
    frame.setAttribute("allow", "");
    frame.title = this.title.textContent;
    frame.referrerPolicy = "no-referrer";
    frame.addEventListener("load", () => this.loaded(frame));
    this.frame = frame;
    this.busy = true;
    this.shownRevision = this.revision;
    frame.src = `frame/${this.id}/${this.revision}`;
    this.glass.append(frame);
    if (scripts) setTimeout(() => this.loaded(frame), LOAD_PATIENCE);
    else this.awaitText(frame);
    this.stage.arrange();
  }

  // A page can be patched as soon as all of it is read: its pictures may take their time.
  awaitText(frame) {
    const timer = setInterval(() => {
      const page = frame.contentDocument;
      if (page && page.URL !== "about:blank" && page.readyState !== "loading") this.loaded(frame);
      if (frame !== this.frame || frame === this.loadedFrame) clearInterval(timer);
    }, LOOK_AGAIN);
  }

  loaded(frame) {
    if (frame !== this.frame || frame === this.loadedFrame) return;
    this.loadedFrame = frame;
    this.busy = false;
    const page = this.scripts ? null : this.frame.contentDocument;
    if (page) {
      page.addEventListener("click", (event) => this.clicked(event), true);
      page.addEventListener("auxclick", (event) => this.clicked(event), true);
      page.addEventListener("submit", (event) => event.preventDefault(), true);
      page.addEventListener("load", () => this.measure(), true);
      new ResizeObserver(() => this.measure()).observe(page.documentElement);
    }
    this.measure();
    this.stage.send({ kind: "shown", id: this.id, revision: this.shownRevision });
    this.refresh();
  }

  // The latest revision wins: what came while one was on its way is shown next, nothing between.
  refresh() {
    if (this.busy || this.shownRevision === this.revision) return;
    this.busy = true;
    if (this.scripts) setTimeout(() => this.load(true), RELOAD_PAUSE);
    else this.patch(this.revision).catch(() => this.load(false));
  }

  async patch(revision) {
    const frame = this.frame;
    const answer = await fetch(`source/${this.id}/${revision}`);
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (frame !== this.frame) return;
    const page = frame.contentDocument;
    if (page.compatMode !== next.compatMode) return this.load(false);
    morphdom(page.documentElement, next.documentElement, {
      onBeforeElUpdated: (from, to) => !from.isEqualNode(to),
    });
    this.shownRevision = revision;
    this.busy = false;
    this.measure();
    this.stage.send({ kind: "shown", id: this.id, revision });
    this.refresh();
  }

  clicked(event) {
    const link = event.target.closest?.("a[href], area[href]");
    if (!link) return;
    const address = link.getAttribute("href");
    if (address.startsWith("#")) return;
    event.preventDefault();
    this.stage.send({ kind: "link", url: address });
  }

  measure() {
    const root = this.scripts ? null : this.frame?.contentDocument?.documentElement;
    const body = this.frame && !this.scripts ? this.frame.contentDocument?.body : null;
    const height = root ? Math.max(root.getBoundingClientRect().height, body?.scrollHeight ?? 0) : Infinity;
    if (height === this.contentHeight) return;
    this.contentHeight = height;
    this.stage.arrange();
  }

  place(scale, height) {
    const seen = Math.min(height, Math.max(120, this.contentHeight));
    this.scale = scale;
    this.glass.style.width = `${Math.round(this.width * scale)}px`;
    this.glass.style.height = `${Math.round(seen * scale)}px`;
    Object.assign(this.frame.style, {
      width: `${this.width}px`, height: `${height}px`, transform: `scale(${scale})`,
    });
    this.handle.setAttribute("aria-valuenow", this.width);
    this.handle.style.height = this.glass.style.height;
  }
}
