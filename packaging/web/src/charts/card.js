// One chart on the board.
import { start } from "./engine.js";
import { optionOf } from "./options.js";
import { imageOf } from "./images.js";
import { fetched } from "./slices.js";
import { tipElement } from "./tips.js";
import { world } from "./world.js";

const MOTION_MS = 140;
const ENDS_MS = 500;

export class Card {
  constructor(key, board, send) {
    this.key = key;
    this.send = send;
    this.element = document.createElement("div");
    this.element.className = "card";
    this.element.dataset.key = key;
    board.append(this.element);
    this.chart = null;
    this.drawing = null;
    this.made = null;
    this.held = null;
    this.tickets = new Map();
    this.ticket = 0;
  }

  place([x, y, width, height]) {
    const box = { left: x, top: y, width, height };
    for (const [side, length] of Object.entries(box)) this.element.style[side] = `${length}px`;
    const size = [Math.max(0, width - 2), Math.max(0, height - 2)];
    if (this.size && size[0] === this.size[0] && size[1] === this.size[1]) return;
    this.size = size;
    this.chart?.resize({ width: size[0], height: size[1] });
    this.show(false);
  }

  async draw(drawing, motion) {
    this.drawing = drawing;
    this.held = null;
    if (drawing.type === "map") await world();
    await fetched(drawing);
    if (this.drawing === drawing) this.show(motion);
  }

  restyle() {
    if (this.chart) this.show(false);
  }

  show(motion) {
    if (!this.size || !this.size[0] || !this.size[1] || !this.drawing) return;
    if (this.drawing.series?.some((each) => each.slices && !each.pairs)) return;
    this.chart ??= this.begin();
    this.made = optionOf(this.drawing, this.size, this.ask);
    Object.assign(this.made.option, { animation: motion, animationDuration: MOTION_MS, animationDurationUpdate: MOTION_MS });
    const { version } = this.drawing;
    this.chart.off("finished");
    this.chart.on("finished", () => {
      this.chart.off("finished");
      this.send({ kind: "drawn", version });
    });
    this.chart.setOption(this.made.option, { notMerge: true });
    if (this.held) this.point(...this.held);
  }

  begin() {
    const chart = start(this.element, this.size);
    let taken = false;
    chart.on("click", (event) => {
      if (event.componentType === "markLine" || event.componentType === "markArea") {
        taken = event.data?.number !== undefined;
        if (taken) this.send({ kind: "mark", number: event.data.number });
        return;
      }
      const found = this.made.find(event);
      taken = Boolean(found);
      if (found) this.send({ kind: "pick", ...found });
    });
    // Anywhere in a column picks it, not only its line or bar.
    chart.getZr().on("click", (event) => {
      const found = !taken && this.made?.findAt?.(chart, event.offsetX, event.offsetY);
      taken = false;
      if (found) this.send({ kind: "pick", ...found });
    });
    return chart;
  }

  // What the engine asks of a point is answered by the program, or known already from the keyboard.
  ask = (events, ticket, callback) => {
    const event = Array.isArray(events) ? events.find((each) => this.made.find(each)) : events;
    const found = event && this.made.find(event);
    if (!found) return "";
    if (this.held && this.held[0] === found.series && this.held[1] === found.place) return tipElement(this.held[2], this.drawing.series);
    this.tickets.clear();
    this.ticket += 1;
    this.tickets.set(this.ticket, (tip) => callback(ticket, tipElement(tip, this.drawing.series)));
    this.send({ kind: "tip", ticket: this.ticket, ...found });
    return "";
  };

  answer(ticket, tip) {
    this.tickets.get(ticket)?.(tip);
    this.tickets.delete(ticket);
  }

  point(series, place, tip) {
    this.held = tip ? [series, place, tip] : null;
    if (!this.chart) return;
    this.chart.dispatchAction({ type: "downplay" });
    if (!tip) return this.chart.dispatchAction({ type: "hideTip" });
    const target = this.made.target(series, place);
    if (!target) return this.chart.dispatchAction({ type: "hideTip" });
    this.chart.dispatchAction({ type: "highlight", ...target });
    this.chart.dispatchAction({ type: "showTip", ...target });
  }

  async image(format) {
    return this.drawing && this.size && imageOf(this.drawing, this.size, format);
  }

  end() {
    // The engine may have a frame under way, which must still find its layers.
    const { chart } = this;
    if (chart) setTimeout(() => chart.dispose(), ENDS_MS);
    this.element.remove();
    this.drawing = null;
    this.chart = null;
  }
}
