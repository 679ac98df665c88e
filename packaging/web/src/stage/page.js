// One page in a frame of its own: loaded, brought up to date in place, and let go again.
import { patchPart, patchWhole } from "./patch.js";

// The sandboxes: a page without scripts may be patched by the stage, one with scripts is a stranger.
const STILL = "allow-same-origin";
const LIVE = "allow-scripts";
const RELOAD_PAUSE = 400;
// A page whose scripts try to leave is stopped in mid-load and never says that it has loaded.
const LOAD_PATIENCE = 3000;
const LOOK_AGAIN = 10;
// What was patched in parts is compared with the whole once there was no edit for so long.
const REST = 1500;
const IDLE_PATIENCE = 3000;

export class Page {
  // `heard` has `opened(document)`, `changed()` (its height, perhaps) and `shown(revision)`.
  constructor(id, glass, heard) {
    this.id = id;
    this.glass = glass;
    this.heard = heard;
    this.revision = 0;
    this.edits = [];
    this.frame = null;
    this.forget();
  }

  forget() {
    this.loadedFrame = null;
    this.busy = false;
    this.text = null;
    this.textRevision = 0;
    this.map = null;
    clearTimeout(this.resting);
  }

  // The document, while it may be touched: none for a page with scripts.
  get document() {
    return this.scripts || this.frame !== this.loadedFrame ? null : this.frame?.contentDocument ?? null;
  }

  get view() {
    return this.document?.defaultView ?? null;
  }

  update(revision, edit) {
    if (revision <= this.revision) return;
    this.revision = revision;
    this.edits.push({ ...edit, revision });
    if (this.frame) this.refresh();
  }

  load(scripts) {
    this.unload();
    this.scripts = scripts;
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", scripts ? LIVE : STILL);
    frame.setAttribute("allow", "");
    frame.title = this.heard.title();
    // The Tab key passes a foreign page by; whoever clicks into it goes on from there.
    frame.tabIndex = -1;
    frame.referrerPolicy = "no-referrer";
    frame.addEventListener("load", () => this.loaded(frame));
    this.frame = frame;
    this.busy = true;
    this.shownRevision = this.revision;
    this.edits = [];
    frame.src = `frame/${this.id}/${this.revision}`;
    this.glass.append(frame);
    if (scripts) setTimeout(() => this.loaded(frame), LOAD_PATIENCE);
    else this.awaitText(frame);
  }

  unload() {
    this.frame?.remove();
    this.frame = null;
    this.forget();
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
    const page = this.document;
    if (page) {
      this.heard.opened(page);
      if (this.heard.mayMap()) this.rest(0);
    }
    this.tell();
    this.refresh();
  }

  tell() {
    this.heard.changed();
    this.heard.shown(this.shownRevision);
  }

  // The latest revision wins: what came while one was on its way is shown next, nothing between.
  refresh() {
    if (this.busy || this.shownRevision === this.revision) return;
    this.busy = true;
    if (this.scripts) setTimeout(() => this.load(true), RELOAD_PAUSE);
    else if (this.patchedPart()) this.settle();
    else this.patchAll().catch(() => this.load(false));
  }

  settle() {
    this.shownRevision = this.revision;
    this.edits = [];
    this.busy = false;
    this.tell();
    this.rest(REST);
  }

  // Whether the one edit that came could be made where it is.
  patchedPart() {
    const [edit, ...more] = this.edits;
    if (!this.map || !this.document || more.length || edit?.text === undefined) return false;
    if (edit.base !== this.textRevision || this.textRevision !== this.shownRevision) return false;
    const before = this.text;
    const after = before.slice(0, edit.from) + edit.text + before.slice(edit.to);
    const range = { from: edit.from, to: edit.to, shift: edit.text.length - (edit.to - edit.from) };
    if (!patchPart(this.document, this.map, before, after, range)) return false;
    this.text = after;
    this.textRevision = edit.revision;
    return true;
  }

  async patchAll() {
    const frame = this.frame;
    const { text, revision } = await this.latest();
    if (frame !== this.frame) return;
    if (!this.patchTo(text, revision)) return this.load(false);
    this.revision = Math.max(this.revision, revision);
    this.shownRevision = revision;
    this.edits = this.edits.filter((edit) => edit.revision > revision);
    this.busy = false;
    this.tell();
    this.refresh();
  }

  patchTo(text, revision) {
    const map = patchWhole(this.document, text);
    if (map === "reload") return false;
    Object.assign(this, { map, text, textRevision: revision });
    return true;
  }

  // The newest text and its revision: what is here with the edits that came, or all of it anew.
  async latest() {
    let { text, textRevision: revision } = this;
    for (const edit of this.edits) {
      if (text === null || edit.text === undefined || edit.base !== revision) text = null;
      else text = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
      revision = edit.revision;
    }
    if (text !== null && revision === this.revision) return { text, revision };
    const answer = await fetch(`source/${this.id}/${this.revision}`);
    return { text: await answer.text(), revision: Number(answer.headers.get("X-Revision")) };
  }

  // Once nothing happens, the whole page is compared with its text: from then on the map is known.
  // Many pages take turns: what is typed meanwhile comes between.
  rest(pause) {
    clearTimeout(this.resting);
    const idle = () => requestIdleCallback(() => this.compare(), { timeout: IDLE_PATIENCE });
    this.resting = setTimeout(idle, pause);
  }

  async compare() {
    const { frame, shownRevision } = this;
    if (this.busy || !this.document || shownRevision !== this.revision) return;
    const { text, revision } = await this.latest();
    if (frame !== this.frame || this.busy || revision !== this.revision || revision !== shownRevision) return;
    if (!this.patchTo(text, revision)) return;
    this.heard.changed();
    this.heard.mapped();
  }

  // Where in the text an element came from, and the element that a place of the text became.
  rangeOf(element) {
    return this.map && this.textRevision === this.revision ? this.map.rangeOf(this.text, element) : null;
  }

  elementAt(place) {
    return this.map && this.document ? this.map.elementAt(this.text, place) : null;
  }
}
