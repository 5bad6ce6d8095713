"""Serve a small real model: ``python llama_server.py MODEL.gguf [KEY]`` prints its port and ends with stdin.

Runs on PyPI ``xllamacpp``, the C++ llama-server as a wheel.
"""

import socket
import sys
from importlib import import_module


def main():
    """Load the model, print the port once it answers, and wait for the end of stdin."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    xllamacpp = import_module("xllamacpp")  # there is no such package where only the default suite runs
    params = xllamacpp.CommonParams()
    params.model.path = sys.argv[1]
    params.model_alias = ["smollm2:135m"]
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = 4096
    params.n_parallel = 1
    params.cpuparams.n_threads = 2
    params.verbosity = 0
    params.use_jinja = True
    params.api_keys = sys.argv[2:]
    server = xllamacpp.Server(params)
    print(port, flush=True)
    sys.stdin.read()
    del server


main()
