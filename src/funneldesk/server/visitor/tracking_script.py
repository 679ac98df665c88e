"""The tracking script: small, without dependencies, and silent about what people type.

``funneldesk.track(type, data)`` lets a page report ``add_to_cart``, ``identify`` and the like.
"""

SCRIPT = """\
(function () {
  "use strict";
  var me = document.currentScript;
  if (!me || window.funneldesk) return;
  var to = me.src.replace(/tracking\\.js.*$/, "events");
  var page = parseInt(me.getAttribute("data-page"), 10) || undefined;
  var view = Math.random().toString(36).slice(2, 12) + Date.now().toString(36);
  // Not the clock of the computer: that can be set meanwhile.
  var timer = window.performance && performance.now ? performance : Date;
  function clock() { return Math.round(timer.now()); }
  var began = clock(), seen = began, busy = true, hidden = document.hidden;
  var events = [], replay = [], recorded = 0, moved = -100, scrolled = -100;
  function body() {
    var here = {
      page: page, view: view, url: location.href, referrer: document.referrer,
      screen: screen.width + "x" + screen.height,
      viewport: [innerWidth, innerHeight],
      events: events.splice(0, 100), replay: replay.splice(0, 400)
    };
    return JSON.stringify(here);
  }
  function engaged() {
    var now = clock(), seconds = hidden ? 0 : Math.round((now - seen) / 1000);
    if (seconds > 0) {
      events.push({ type: "engagement", seconds: Math.min(seconds, 3600) });
      seen = now;
    }
    if (hidden) seen = now;
  }
  function done() { busy = false; }
  function flush(last) {
    if (busy && !last) return;
    engaged();
    while (events.length || replay.length) {
      var text = body();
      if (last && navigator.sendBeacon) { navigator.sendBeacon(to, text); continue; }
      busy = true;
      fetch(to, { method: "POST", body: text, credentials: "same-origin" }).then(done, done);
      return;
    }
  }
  function track(type, data) { events.push({ type: type, data: data }); flush(false); }
  function record(item) {
    if (recorded >= 20000) return;
    recorded += 1;
    item.ts = clock() - began;
    item.scrollY = Math.round(scrollY);
    replay.push(item);
  }
  function name(node) {
    if (!node || !node.tagName) return "";
    var text = node.tagName.toLowerCase();
    var kind = node.getAttribute("class");
    if (node.id) text += "#" + node.id;
    else if (kind) text += "." + kind.trim().split(/\\s+/)[0];
    return text.slice(0, 120);
  }
  function pointer(type) {
    return function (event) {
      var now = clock();
      if (type === "mousemove") { if (now - moved < 100) return; moved = now; }
      var x = Math.round(event.clientX), y = Math.round(event.clientY);
      record({ type: type, x: x, y: y, target: name(event.target) });
    };
  }
  function watch(video) {
    if (video.fdWatched) return;
    video.fdWatched = true;
    var told = -1;
    video.addEventListener("timeupdate", function () {
      var pct = video.duration ? Math.floor(video.currentTime / video.duration * 10) * 10 : 0;
      if (pct > told) { told = pct; track("video_progress", { pct: Math.min(pct, 100) }); }
    });
  }
  function videos() { Array.prototype.forEach.call(document.querySelectorAll("video"), watch); }
  addEventListener("mousemove", pointer("mousemove"), { passive: true });
  addEventListener("click", function (event) {
    pointer("click")(event);
    var cart = event.target.closest && event.target.closest("[data-add-to-cart]");
    if (!cart) return;
    var code = cart.getAttribute("data-add-to-cart").slice(0, 255);
    track("add_to_cart", { product_code: code || undefined });
  }, true);
  addEventListener("scroll", function () {
    var now = clock();
    if (now - scrolled >= 100) { scrolled = now; record({ type: "scroll", x: 0, y: 0 }); }
  }, { passive: true });
  document.addEventListener("visibilitychange", function () {
    engaged();
    hidden = document.hidden;
    seen = clock();
    if (hidden) flush(true);
  });
  addEventListener("pagehide", function () { flush(true); });
  var variants = document.querySelectorAll("[data-sid][data-cid]");
  var pairs = Array.prototype.map.call(variants, function (node) {
    return [parseInt(node.getAttribute("data-sid"), 10), node.getAttribute("data-cid")];
  }).filter(function (pair) { return pair[0] > 0 && /^[A-Za-z0-9_-]{1,64}$/.test(pair[1]); });
  window.funneldesk = { track: track };
  events.push({ type: "page_view", pairs: pairs.slice(0, 50) });
  busy = false;
  flush(false);
  videos();
  setInterval(function () { videos(); flush(false); }, 5000);
})();
"""
