"""Pages that try to reach the network, each in its own way, and the canaries that hear of it.

``{web}`` is a canary's address with the page's name in it, ``{host}`` its host and port, ``{udp}``
the port that listens for datagrams. In scripts, ``go`` is the code that the page runs.
"""

import json
import re
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field

MARKUP = {
    "img": '<img src="{web}">',
    "srcset": '<img srcset="{web} 2x, {web} 1x">',
    "picture": '<picture><source srcset="{web}"><img></picture>',
    "background": '<p style="background: url({web})">x</p>',
    "import": "<style>@import url({web});</style>",
    "stylesheet": '<link rel="stylesheet" href="{web}">',
    "font": "<style>@font-face {{ font-family: f; src: url({web}) }} p {{ font-family: f }}</style>"
    "<p>x</p>",
    "cursor": '<p style="cursor: url({web}), auto">x</p>',
    "content": "<style>p::before {{ content: url({web}) }}</style><p>x</p>",
    "mask": '<p style="mask-image: url({web}); border-image-source: url({web})">x</p>',
    "list-style": '<ul style="list-style-image: url({web})"><li>x</ul>',
    "image-set": '<p style="background: image-set(url({web}) 1x)">x</p>',
    "shape": '<p style="float: left; shape-outside: url({web})">x</p>',
    "preconnect": '<link rel="preconnect" href="{web}">',
    "dns-prefetch": '<link rel="dns-prefetch" href="{web}">',
    "prefetch": '<link rel="prefetch" href="{web}">',
    "preload": '<link rel="preload" as="image" href="{web}">',
    "modulepreload": '<link rel="modulepreload" href="{web}">',
    "prerender": '<link rel="prerender" href="{web}">',
    "icon": '<link rel="icon" href="{web}">',
    "manifest": '<link rel="manifest" href="{web}">',
    "iframe": '<iframe src="{web}"></iframe>',
    "srcdoc": "<iframe srcdoc=\"<img src='{web}'>\"></iframe>",
    "data-frame": '<iframe src="data:text/html,<img src={web}>"></iframe>',
    "frameset": '<frameset><frame src="{web}"></frameset>',
    "object": '<object data="{web}"></object>',
    "embed": '<embed src="{web}">',
    "video": '<video src="{web}" autoplay muted preload="auto"></video>',
    "poster": '<video poster="{web}"></video>',
    "audio": '<audio src="{web}" preload="auto"></audio>',
    "track": '<video src="{web}"><track default src="{web}"></video>',
    "refresh": '<meta http-equiv="refresh" content="0;url={web}">',
    "base": '<base href="{web}/"><img src="relative.png">',
    "svg-image": '<svg><image href="{web}" width="9" height="9"/></svg>',
    "svg-use": '<svg><use href="{web}#x"/></svg>',
    "svg-filter": '<svg><filter id="f"><feImage href="{web}"/></filter>'
    '<rect width="9" height="9" filter="url(#f)"/></svg>',
    "input-image": '<input type="image" src="{web}">',
    "body-background": '<body background="{web}">x',
    "table-background": '<table background="{web}"><tr><td>x</table>',
    "script-src": '<script src="{web}"></script>',
    "module-src": '<script type="module" src="{web}"></script>',
    "speculation": '<script type="speculationrules">{{"prefetch": [{{"source": "list",'
    '"urls": ["{web}"], "eagerness": "immediate"}}]}}</script>',
    "redirect-header": '<meta http-equiv="Link" content="<{web}>; rel=preload; as=image">',
    "report": '<meta http-equiv="Content-Security-Policy" content="img-src none; report-uri {web}">'
    '<img src="data:image/png;base64,AAAA">',
}
SCRIPTS = {
    "fetch": "fetch('{web}')",
    "fetch-no-cors": "fetch('{web}', {{mode: 'no-cors', method: 'POST', body: 'x'}})",
    "keepalive": "fetch('{web}', {{mode: 'no-cors', keepalive: true}})",
    "xhr": "const x = new XMLHttpRequest(); x.open('GET', '{web}'); x.send()",
    "beacon": "navigator.sendBeacon('{web}', 'x')",
    "websocket": "new WebSocket('ws://{host}/websocket')",
    "eventsource": "new EventSource('{web}')",
    "image": "new Image().src = '{web}'",
    "import-call": "import('{web}')",
    "worker": "new Worker(URL.createObjectURL(new Blob([`fetch('{web}', {{mode: 'no-cors'}})`])))",
    "worker-import": "new Worker(URL.createObjectURL(new Blob([`importScripts('{web}')`])))",
    "data-worker": "new Worker(`data:text/javascript,fetch('{web}',{{mode:'no-cors'}})`)",
    "location": "location.href = '{web}'",
    "top": "top.location.href = '{web}'",
    "parent": "parent.location.href = '{web}'",
    "open": "window.open('{web}')",
    "form": "const f = document.createElement('form'); f.action = '{web}';"
    "document.body.append(f); f.submit()",
    "form-blank": "const f = document.createElement('form'); f.action = '{web}';"
    "f.target = '_blank'; document.body.append(f); f.submit()",
    "click": "const a = document.createElement('a'); a.href = '{web}'; document.body.append(a);"
    "a.click()",
    "download": "const a = document.createElement('a'); a.href = '{web}'; a.download = 'x';"
    "document.body.append(a); a.click()",
    "ping": "const a = document.createElement('a'); a.href = '#'; a.ping = '{web}';"
    "document.body.append(a); a.click()",
    "frame-made": "const f = document.createElement('iframe'); f.src = '{web}';"
    "document.body.append(f)",
    "blank-frame": "const f = document.createElement('iframe'); document.body.append(f);"
    "f.contentWindow.fetch('{web}', {{mode: 'no-cors'}})",
    "blob-frame": "const f = document.createElement('iframe'); f.src = URL.createObjectURL("
    "new Blob(['<img src={web}>'], {{type: 'text/html'}})); document.body.append(f)",
    "font-face": "new FontFace('f', 'url({web})').load()",
    "audio-made": "new Audio('{web}').load()",
    "preconnect-made": "const l = document.createElement('link'); l.rel = 'preconnect';"
    "l.href = '{web}'; document.head.append(l)",
    "prefetch-made": "const l = document.createElement('link'); l.rel = 'prefetch';"
    "l.href = '{web}'; document.head.append(l)",
    "refresh-made": "const m = document.createElement('meta'); m.httpEquiv = 'refresh';"
    "m.content = '0;url={web}'; document.head.append(m)",
    "script-made": "const s = document.createElement('script'); s.src = '{web}';"
    "document.head.append(s)",
    "style-made": "document.body.style.background = 'url({web})'",
    "written": "document.write('<img src={web}>')",
    "stun": "const p = new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{udp}'}}]}});"
    "p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))",
    "turn": "const p = new RTCPeerConnection({{iceServers: [{{urls: 'turn:{host}?transport=tcp',"
    "username: 'u', credential: 'c'}}]}}); p.createDataChannel('x');"
    "p.createOffer().then((o) => p.setLocalDescription(o))",
    "candidate": "const p = new RTCPeerConnection(), q = new RTCPeerConnection();"
    "p.createDataChannel('x'); p.createOffer().then(async (o) => {{"
    "await p.setLocalDescription(o); await q.setRemoteDescription(o);"
    "const a = await q.createAnswer(); await p.setRemoteDescription(a);"
    "p.addIceCandidate({{candidate: 'candidate:1 1 udp 2122260223 127.0.0.1 {udp} typ host',"
    "sdpMid: '0'}}) }})",
    "transport": "new WebTransport('https://127.0.0.1:{udp}/')",
    "service-worker": "navigator.serviceWorker.register('{web}')",
    "payment": "new PaymentRequest([{{supportedMethods: '{web}'}}],"
    "{{total: {{label: 'x', amount: {{currency: 'EUR', value: '1'}}}}}}).canMakePayment()",
    "later": "window.fetchLater && fetchLater('{web}', {{activateAfter: 0}})",
    "navigation": "navigation.navigate('{web}')",
}
_ONLY_IN_PART = re.compile(r"^GET /(?P<name>[\w-]+)|^POST /(?P<post>[\w-]+)")


@dataclass
class Canaries:
    """A web port and a datagram port on loopback; ``heard`` says by which page each was reached."""

    heard: list[str] = field(default_factory=list)

    def __enter__(self) -> "Canaries":
        self._web = socket.create_server(("127.0.0.1", 0))
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", 0))
        for work in (self._serve, self._hear_datagrams):
            threading.Thread(target=work, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for listener in (self._web, self._udp):
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()

    @property
    def host(self) -> str:
        """Host and port of the web canary."""
        return f"127.0.0.1:{self._web.getsockname()[1]}"

    def page(self, name: str) -> str:
        """The html of one hostile page."""
        names = {
            "web": f"http://{self.host}/{name}",
            "host": self.host,
            "udp": self._udp.getsockname()[1],
        }
        if name in MARKUP:
            return f"<!doctype html><title>x</title>{MARKUP[name].format(**names)}"
        script = SCRIPTS[name].format(**names)
        return f"<!doctype html><title>x</title><body><p>x</p><script>{script}</script>"

    def poke(self) -> None:
        """Reaches both canaries, to show that they hear."""
        with socket.create_connection(("127.0.0.1", self._web.getsockname()[1])) as line:
            line.sendall(b"GET /poke HTTP/1.0\r\n\r\n")
            line.recv(100)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.sendto(b"poke", self._udp.getsockname())

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._web.accept()
                threading.Thread(target=self._answer, args=(line,), daemon=True).start()

    def _answer(self, line: socket.socket) -> None:
        place = len(self.heard)
        self.heard.append("connected")
        line.settimeout(2)
        with line, suppress(OSError):
            found = _ONLY_IN_PART.match(line.recv(4000).decode("latin-1"))
            if found:
                self.heard[place] = found["name"] or found["post"]
            body = b"ok"
            line.sendall(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
                b"Access-Control-Allow-Origin: *\r\nContent-Length: %d\r\n\r\n%s"
                % (len(body), body)
            )

    def _hear_datagrams(self) -> None:
        with suppress(OSError):
            while True:
                self._udp.recvfrom(2000)
                self.heard.append("datagram")


def as_json(canaries: Canaries) -> str:
    """Every page by name, for a browser in another process."""
    return json.dumps({name: canaries.page(name) for name in (*MARKUP, *SCRIPTS)})
