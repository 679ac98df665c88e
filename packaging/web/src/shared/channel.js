// The one line between a view and the program: JSON texts both ways, in order, through Qt's channel.
// JSON keeps lone surrogates and NUL apart, which a bare string would lose on its way through UTF-8.
/* global QWebChannel, qt */

export function connect(receive) {
  return new Promise((resolve) => {
    new QWebChannel(qt.webChannelTransport, (channel) => {
      const bridge = channel.objects.bridge;
      bridge.sent.connect((text) => receive(JSON.parse(text)));
      resolve((message) => bridge.receive(JSON.stringify(message)));
    });
  });
}

export function applyTheme(colours) {
  const style = document.documentElement.style;
  for (const [name, value] of Object.entries(colours)) style.setProperty(`--${name}`, value);
  style.colorScheme = colours.scheme;
}
