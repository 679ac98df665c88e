// Which element of a page came from which place of its html. Nothing is added to the page: the
// places are marks in a copy that is parsed aside, and compared with the page node by node.
import { Tags, elementRange, startTagEnd } from "./tags.js";

const random = crypto.getRandomValues(new Uint32Array(2));
const MARK = `place-${random[0].toString(36)}${random[1].toString(36)}`;

// The text with its places written into every start tag, as numbers from `base` on.
export function marked(text, base = 0) {
  const tags = new Tags(text);
  const pieces = [];
  let at = 0;
  while (tags.next()) {
    if (tags.closes) continue;
    pieces.push(text.slice(at, tags.nameEnd), ` ${MARK}="${base + tags.start}" `);
    at = tags.nameEnd;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

// The elements of a page with their places, by a twin that was made of the marked text. Marks may
// change what a parser makes of broken html: where the two part ways, places are left out.
export function placesOf(root, twin) {
  const found = [];
  walk(root, twin, found);
  if (found.some(([place], index) => index && place < found[index - 1][0])) found.sort((a, b) => a[0] - b[0]);
  return found;
}

function walk(element, twin, found) {
  if (element.localName !== twin.localName) return;
  const place = twin.getAttribute(MARK);
  if (place !== null) found.push([Number(place), element]);
  let [child, other] = [element.firstElementChild, twin.firstElementChild];
  for (; child && other; child = child.nextElementSibling, other = other.nextElementSibling) walk(child, other, found);
}

// The elements of a page in the order of their places.
export class SourceMap {
  constructor(found) {
    this.elements = found.map((each) => each[1]);
    this.starts = found.map((each) => each[0]);
  }

  // The number of the last element that begins before or at a place; -1 when there is none.
  before(place) {
    let least = 0;
    let most = this.starts.length;
    while (least < most) {
      const middle = (least + most) >> 1;
      if (this.starts[middle] <= place) least = middle + 1;
      else most = middle;
    }
    return least - 1;
  }

  startOf(element) {
    const index = this.elements.indexOf(element);
    return index < 0 ? -1 : this.starts[index];
  }

  // The innermost element that a place lies in.
  elementAt(text, place) {
    const index = this.before(place);
    if (index < 0) return null;
    let element = this.elements[index];
    const tags = new Tags(text, this.starts[index]);
    tags.next();
    if (tags.at > place) return element;
    while (tags.next() && tags.end <= place) {
      if (tags.closes) element = element?.closest(CSS.escape(tags.name))?.parentElement ?? element;
    }
    return element;
  }

  // The range of an element's source: all of it, or its start tag when it has no end tag.
  rangeOf(text, element) {
    for (let each = element; each; each = each.parentElement) {
      const start = this.startOf(each);
      if (start < 0) continue;
      const end = elementRange(text, start)?.end ?? startTagEnd(text, start);
      return { start, end };
    }
    return null;
  }

  // An element's source has become another: its elements are these, and all behind it has moved.
  replace(found, start, end, shift) {
    const from = this.before(start - 1) + 1;
    const to = this.before(end - 1) + 1;
    const part = new SourceMap(found);
    this.elements = [...this.elements.slice(0, from), ...part.elements, ...this.elements.slice(to)];
    const later = this.starts.slice(to).map((place) => place + shift);
    this.starts = [...this.starts.slice(0, from), ...part.starts, ...later];
  }
}
