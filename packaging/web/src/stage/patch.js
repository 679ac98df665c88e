// Brings a still page up to date in place: the part that changed when that is certain to be
// enough, the whole page when it is not.
import { morph } from "./morph.js";
import { SourceMap, marked, placesOf } from "./source_map.js";
import { elementRange, isRaw } from "./tags.js";

const PART_MOST = 60_000;
const SENTINEL = "x-end-of-part";
// Inside of these a foreign element is moved elsewhere: whether a part is whole cannot be told.
const PICKY = new Set(["table", "tbody", "thead", "tfoot", "tr", "colgroup", "select", "frameset", "head", "html"]);

// Makes the page what the text says. Gives its source map, or null where none can be had;
// "reload" when only loading the page anew will do.
export function patchWhole(page, text) {
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
  const next = parsed(text);
  if (page.compatMode !== next.compatMode) return "reload";
  morph(page.documentElement, next.documentElement);
  return new SourceMap(placesOf(page.documentElement, parsed(marked(text)).documentElement));
}

// Makes the page what the text says after one edit of it, by way of the smallest element around
// the edit that can be parsed on its own. Gives whether that was possible; the map moves along.
export function patchPart(page, map, before, after, { from, to, shift }) {
  const index = map.before(from - 1);
  for (let element = map.elements[index]; element; element = element.parentElement) {
    if (element === page.body || element === page.documentElement || element === page.head) return false;
    const start = map.startOf(element);
    if (start < 0) continue;
    const range = elementRange(before, start, PART_MOST);
    if (!range || from < range.innerStart || to > range.innerEnd) continue;
    if (range.end - start > PART_MOST) return false;
    const wasAlone = parsedAlone(page, element, before.slice(start, range.end));
    if (!wasAlone?.isEqualNode(element)) continue;
    const part = after.slice(start, range.end + shift);
    const next = parsedAlone(page, element, part);
    if (!next) continue;
    morph(element, next);
    const twin = parsedAlone(page, element, marked(part, start));
    map.replace(twin ? placesOf(element, twin) : [[start, element]], start, range.end, shift);
    return true;
  }
  return false;
}

// The element that a piece of html makes below the same ancestors; none if it is not exactly one,
// or if it would change what comes after it.
function parsedAlone(page, element, html) {
  const chain = [];
  for (let each = element.parentElement; each; each = each.parentElement) chain.unshift(each.localName);
  const inHead = chain.at(-1) === "head" && isRaw(element.localName);
  if (!inHead && PICKY.has(chain.at(-1))) return null;
  const doctype = page.compatMode === "CSS1Compat" ? "<!doctype html>" : "";
  const opened = chain.map((name) => `<${name}>`).join("");
  const end = inHead ? "" : `<${SENTINEL}></${SENTINEL}>`;
  const parsed = new DOMParser().parseFromString(doctype + opened + html + end, "text/html");
  let place = parsed.documentElement;
  for (const name of chain.slice(1)) {
    if (name === "body") place = parsed.body;
    else if (name === "head") place = parsed.head;
    else if (place.childNodes.length === 1 && place.firstChild.localName === name) place = place.firstChild;
    else return null;
  }
  const [made, sentinel, ...more] = place.childNodes;
  if (made?.localName !== element.localName || more.length) return null;
  const whole = inHead ? !sentinel && !parsed.body.hasChildNodes() : sentinel?.localName === SENTINEL && !sentinel.hasChildNodes();
  return whole ? made : null;
}
