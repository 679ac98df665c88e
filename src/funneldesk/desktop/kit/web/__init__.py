"""Web views that can reach nothing: the code editor, the page preview, the view of foreign HTML.

Importing this package, or the widgets' own modules, does not load the web engine: each widget loads
it when it is first shown, so that the window paints before.
"""
