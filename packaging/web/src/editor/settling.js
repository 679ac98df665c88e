// Keys and the program's questions come on ways of their own: a question may overtake the keys that
// were typed before it. So the program tells how many keys it handed over.
const LONGEST = 200;
const BETWEEN_KEY_AND_TEXT = 30;
const LOOK_AGAIN = 5;

let heard = 0;
let lastHeard = -Infinity;

addEventListener(
  "keydown",
  () => {
    heard += 1;
    lastHeard = performance.now();
  },
  true,
);

// Answers with the number of keys heard, once ``keys`` have come, have become text and
// ``hasLeft()``: the text is on its way. Keys that never come are not waited for long.
export function whenSettled(keys, hasLeft, answer) {
  const until = performance.now() + LONGEST;
  function look() {
    const now = performance.now();
    const arrived = heard >= keys && now - lastHeard >= BETWEEN_KEY_AND_TEXT;
    if (hasLeft() && (arrived || now >= until)) answer(heard);
    else setTimeout(look, LOOK_AGAIN);
  }
  setTimeout(look);
}
