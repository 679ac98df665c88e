// The start and end tags of an html text with their places, found as a browser's tokeniser does.
// Where it is simpler than a browser (broken attributes at the end of a text, html inside of
// svg), a place may be missed: whoever uses it compares with what the browser made of the text.
const RAW = new Set(["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"]);
const VOID = new Set([
  "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
]);
// What ends svg and math wherever it stands in them.
const ENDS_FOREIGN = new Set(
  ("b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta " +
    "nobr ol p pre ruby s small span strong strike sub sup table tt u ul var").split(" "),
);
const OPENING = /<(?:(\/?)([a-zA-Z][^\s/>]*)|!--|!\[CDATA\[|[!?/])/g;
const ATTRIBUTE = /[\s/]*(?:(>)|[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>][^\s>]*|(?=>)))?)/y;
const COMMENT_END = /--!?>/g;

export class Tags {
  constructor(text, at = 0) {
    this.text = text;
    this.at = at;
    this.foreign = 0;
  }

  // Moves to the next tag: its name, start, the end of its name, its end, and whether it closes.
  next() {
    for (;;) {
      OPENING.lastIndex = this.at;
      const found = OPENING.exec(this.text);
      if (!found) return false;
      if (found[2] === undefined) {
        this.at = this.afterDeclaration(found.index, found[0]);
        continue;
      }
      this.start = found.index;
      this.closes = found[1] === "/";
      this.name = found[2].toLowerCase();
      this.nameEnd = found.index + found[0].length;
      this.end = this.at = this.tagEnd(this.nameEnd);
      this.selfClosed = this.text[this.end - 2] === "/";
      this.enter();
      return true;
    }
  }

  enter() {
    const { name, closes } = this;
    if (name === "svg" || name === "math") {
      if (closes) this.foreign = Math.max(0, this.foreign - 1);
      else if (!this.selfClosed) this.foreign += 1;
    } else if (this.foreign && ENDS_FOREIGN.has(name)) {
      this.foreign = 0;
    } else if (!closes && !this.foreign && RAW.has(name)) {
      this.at = this.rawEnd(name, this.end);
    }
  }

  tagEnd(at) {
    ATTRIBUTE.lastIndex = at;
    for (;;) {
      const found = ATTRIBUTE.exec(this.text);
      if (!found) return this.text.length;
      if (found[1]) return ATTRIBUTE.lastIndex;
    }
  }

  rawEnd(name, from) {
    for (let at = from; ; at += 2) {
      at = this.text.indexOf("</", at);
      if (at < 0) return this.text.length;
      const after = at + 2 + name.length;
      const same = this.text.slice(at + 2, after).toLowerCase() === name;
      if (same && /[\s/>]/.test(this.text[after] ?? "")) return at;
    }
  }

  afterDeclaration(at, opening) {
    if (opening === "<!--") {
      if (this.text.startsWith(">", at + 4)) return at + 5;
      if (this.text.startsWith("->", at + 4)) return at + 6;
      COMMENT_END.lastIndex = at + 4;
      return COMMENT_END.exec(this.text) ? COMMENT_END.lastIndex : this.text.length;
    }
    const end = opening === "<![CDATA[" && this.foreign ? "]]>" : ">";
    const place = this.text.indexOf(end, at + 2);
    return place < 0 ? this.text.length : place + end.length;
  }
}

// Where the element whose start tag is at a place ends: its inner range and its end. None when
// it has no end tag of its own, or none within `most` characters.
export function elementRange(text, start, most = Infinity) {
  const tags = new Tags(text, start);
  if (!tags.next() || tags.start !== start || tags.closes) return null;
  const { name, end: innerStart } = tags;
  if (VOID.has(name) || (tags.selfClosed && tags.foreign)) return null;
  let depth = 1;
  while (tags.next() && tags.start - start <= most) {
    if (tags.name !== name) continue;
    if (tags.closes) depth -= 1;
    else if (!(tags.selfClosed && tags.foreign)) depth += 1;
    if (!depth) return { innerStart, innerEnd: tags.start, end: tags.end };
  }
  return null;
}

export function startTagEnd(text, start) {
  const tags = new Tags(text, start);
  return tags.next() ? tags.end : start;
}

export function isRaw(name) {
  return RAW.has(name);
}
