"""A graph editor that knows no part: a section declares its node kinds and reads its document.

A section needs three things::

    KINDS = Kinds((
        NodeKind("delay", _("Delay"), icon="clock", group=_("Flow"), fields=(FieldSpec(...),),
                 defaults={"hours": 1}, summary=lambda data: ..., check=lambda data: [...]),
        NodeKind("condition", _("Condition"), "split", outputs=(Port("true", _("Yes")), ...)),
    ))                                     # model/kinds.py; ``outputs`` may follow the settings

    class MyFormat:                        # model/format.py: GraphFormat
        def read(self, document): ...      # -> Graph: ``graph_of`` the nodes and edges found
        def write(self, document, before, after): ...  # the document, with what differs patched in
        def new_code(self, kind, taken): ...  # a code for a new node

    editor = GraphEditor(KINDS, MyFormat(), name=_("Automation"))
    editor.open(document)                  # read in a thread; or ``await editor.ready(document)``
    editor.changed.connect(save_draft_soon)     # after every deed, undo and redo
    editor.document()                           # what is to be saved
    editor.set_marks({code: Mark(...)}, {...})  # numbers, differences, a path (model/marks.py)

``read`` keeps every entry of the document as ``raw`` and puts what it cannot understand among the
``Loose`` ones with a reason. ``write`` starts from the document that was read and changes only the
entries that differ between the two graphs (``touched``), so what nobody here knows stays as it was.
``nan`` as a node's place means that the document has none: the view lays such nodes out, and they
get a place in the document only when somebody moves them. Comments are nodes of the kind
``COMMENT``, which a format keeps wherever its document has room for them.

``model/`` is pure and has no Qt: graph, deeds with undo, clipboard text, difference of two graphs,
tidy layout, walks for the keyboard. ``view/`` paints and listens. ``editor.py`` puts them together.
"""
