// A page made ready to be photographed, one screen after the other, each with a strip below it
// whose colour says which screen it is: what the program reads off that strip has been painted.
const STRIP = 4;
const PICTURES_WAIT = 8000;

export class Studio {
  constructor(cards, send) {
    this.cards = cards;
    this.send = send;
    this.strip = STRIP;
    this.floor = document.createElement("div");
    this.floor.className = "strip";
    document.body.append(this.floor);
    this.loose = [];
  }

  // Screen `number`, from `top` on; the answer says where it is and how long the page is.
  async turn({ number, top, first }) {
    const card = [...this.cards.values()][0];
    const page = card?.page.document;
    if (!page) return this.send({ kind: "tile", number, top: 0, length: 0, screen: 0 });
    if (first) await this.prepare(page);
    else for (const element of this.loose) element.style.setProperty("visibility", "hidden", "important");
    const root = page.scrollingElement ?? page.documentElement;
    card.page.view.scrollTo({ top, behavior: "instant" });
    this.floor.style.background = `rgb(${number >> 16}, ${(number >> 8) & 255}, ${number & 255})`;
    const length = Math.max(root.scrollHeight, root.clientHeight);
    this.send({ kind: "tile", number, top: Math.round(card.page.view.scrollY), length, screen: root.clientHeight });
  }

  // Pictures that come late or only when scrolled to are waited for, and so is the type.
  async prepare(page) {
    for (const image of page.images) image.loading = "eager";
    const pictures = Promise.all([...page.images].map((image) => image.decode().catch(() => null)));
    const patience = new Promise((resolve) => setTimeout(resolve, PICTURES_WAIT));
    await Promise.race([Promise.all([pictures, page.fonts.ready]), patience]);
    this.fasten(page);
  }

  // What stays on the screen while a page scrolls is on the first picture and on no other.
  fasten(page) {
    this.loose = [];
    for (const element of page.body?.getElementsByTagName("*") ?? []) {
      const { position } = page.defaultView.getComputedStyle(element);
      if (position === "sticky") element.style.setProperty("position", "relative", "important");
      if (position === "sticky") for (const edge of ["top", "bottom"]) element.style.setProperty(edge, "auto", "important");
      if (position === "fixed") this.loose.push(element);
    }
  }
}
