// Two renderings at one place, one over the other: a slider says how much is seen of which.
const START = 50;

export class Overlay {
  constructor(ground, changed) {
    this.kind = "";
    this.share = START;
    this.changed = changed;
    this.bar = document.createElement("div");
    this.bar.className = "overlay-bar";
    this.names = [name("first"), name("second")];
    this.slider = document.createElement("input");
    Object.assign(this.slider, { type: "range", min: 0, max: 100, step: 1, value: START });
    this.slider.addEventListener("input", () => this.set(Number(this.slider.value)));
    this.bar.append(this.names[0], this.slider, this.names[1]);
    this.line = document.createElement("div");
    this.line.className = "wipe-line";
    this.line.addEventListener("pointerdown", (event) => this.line.setPointerCapture(event.pointerId));
    this.line.addEventListener("pointermove", (event) => this.drag(event));
    ground.before(this.bar);
  }

  drag(event) {
    if (!this.line.hasPointerCapture(event.pointerId)) return;
    const box = this.line.parentElement.getBoundingClientRect();
    this.set(Math.round(100 * Math.max(0, Math.min(1, (event.clientX - box.left) / box.width))));
  }

  set(share) {
    this.share = share;
    this.slider.value = share;
    this.changed();
  }

  // `kind` is wipe or fade, anything else ends the overlay.
  show(kind, cards) {
    const on = (kind === "wipe" || kind === "fade") && cards.length === 2;
    this.kind = on ? kind : "";
    this.bar.hidden = !on;
    document.documentElement.classList.toggle("overlaid", on);
    cards.forEach((card, index) => {
      const style = card.glass.style;
      style.clipPath = on && kind === "wipe" && index ? `inset(0 0 0 ${this.share}%)` : "";
      style.opacity = on && kind === "fade" && index ? String(1 - this.share / 100) : "";
    });
    if (!on) return this.line.remove();
    const [first, second] = cards;
    this.bar.style.width = first.glass.style.width;
    cards.forEach((card, index) => this.label(this.names[index], card));
    this.slider.setAttribute("aria-label", `How much of ${first.title.textContent} is seen`);
    this.slider.setAttribute("aria-valuetext", `${this.share} % ${first.title.textContent}`);
    this.place(second, kind);
  }

  place(second, kind) {
    if (kind !== "wipe") return this.line.remove();
    if (this.line.parentElement !== second.node) second.node.append(this.line);
    const { glass } = second;
    Object.assign(this.line.style, {
      left: `${glass.offsetLeft + (glass.clientWidth * this.share) / 100 - 12}px`,
      top: `${glass.offsetTop}px`,
      height: glass.style.height,
    });
  }

  label(node, card) {
    node.replaceChildren(...[card.title, card.chip].filter((each) => !each.hidden).map((each) => each.cloneNode(true)));
  }
}

function name(which) {
  const made = document.createElement("span");
  made.className = `overlay-name ${which}`;
  return made;
}
