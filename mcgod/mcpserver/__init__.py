"""mcgod as a server of the Model Context Protocol: what a harness that is not ours plays the god with.

``scopes`` says who may do what, ``primitives`` which calls of the bridge
there are, ``bridged``, ``commanding`` and ``turns`` make tools of them,
``desk`` knows what calls are served with, and ``offers`` lists what can be
done just now. ``resources`` and ``prompts`` are read. None of these knows the
protocol: ``wire`` does, with the official SDK, on ``stdio`` or over ``http``.
"""
