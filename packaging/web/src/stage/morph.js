// Makes one tree what another one is and keeps every node that can stay: what is equal is not
// touched, so that pictures, scroll places and what was typed into fields live on.

const LOOK_AHEAD = 20;

export function morph(from, to) {
  if (from.isEqualNode(to) && sameInside(from, to)) return;
  if (from.nodeType !== Node.ELEMENT_NODE) {
    from.nodeValue = to.nodeValue;
    return;
  }
  if (!sameInside(from, to)) return from.replaceWith(to);
  morphAttributes(from, to);
  morphChildren(from, to);
}

// What a template holds is not among its children.
function sameInside(from, to) {
  return from.localName !== "template" || from.innerHTML === to.innerHTML;
}

// Attributes go over as nodes: a parser makes names that no script may set.
function morphAttributes(from, to) {
  for (const each of [...from.attributes]) {
    if (!to.hasAttributeNS(each.namespaceURI, each.localName)) from.removeAttributeNode(each);
  }
  for (const each of to.attributes) {
    const there = from.getAttributeNodeNS(each.namespaceURI, each.localName);
    if (there?.name !== each.name || there.value !== each.value) from.setAttributeNodeNS(each.cloneNode());
  }
}

// What is equal at both ends stays; between, nodes of one kind are made each other in order.
function morphChildren(from, to) {
  let [first, next] = [from.firstChild, to.firstChild];
  while (first && next && same(first, next)) [first, next] = [first.nextSibling, next.nextSibling];
  let [last, end] = [from.lastChild, to.lastChild];
  while (first && next && last !== first.previousSibling && end !== next.previousSibling && same(last, end)) {
    [last, end] = [last.previousSibling, end.previousSibling];
  }
  const stay = last ? last.nextSibling : from.firstChild;
  const until = end ? end.nextSibling : to.firstChild;
  while (next !== until) {
    const following = next.nextSibling;
    while (first !== stay && !alike(first, next) && !comesLater(first, next)) {
      first = removed(first);
    }
    if (first !== stay && alike(first, next)) {
      const after = first.nextSibling;
      morph(first, next);
      first = after;
    } else {
      from.insertBefore(next, first);
    }
    next = following;
  }
  while (first !== stay) first = removed(first);
}

function same(one, other) {
  return one.isEqualNode(other) && sameInside(one, other);
}

function alike(one, other) {
  return (
    one.nodeType === other.nodeType &&
    one.nodeName === other.nodeName &&
    one.namespaceURI === other.namespaceURI &&
    one.id === other.id &&
    sameInside(one, other)
  );
}

// Whether a node can keep its place because what is wanted before it is yet to be put there.
function comesLater(node, wanted) {
  for (let each = wanted.nextSibling, look = 0; each && look < LOOK_AHEAD; each = each.nextSibling, look += 1) {
    if (alike(node, each)) return true;
  }
  return false;
}

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
