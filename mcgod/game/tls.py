"""TLS on a connected socket, in mcrcon's three modes. Knows no protocol beyond the handshake."""

from __future__ import annotations

import ssl
import time
from typing import TYPE_CHECKING

from mcgod.game.outages import Gone, NotTrusted, TimedOut

if TYPE_CHECKING:
    import socket


def encrypt(sock: socket.socket, host: str, where: str, deadline: float, *, verify: bool) -> ssl.SSLSocket:
    """Return ``sock`` in TLS, or raise NotTrusted, TimedOut or Gone."""
    context = ssl.create_default_context()
    if not verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    try:
        sock.settimeout(max(deadline - time.monotonic(), 0.001))
        return context.wrap_socket(sock, server_hostname=host)
    except TimeoutError:
        raise TimedOut(f"{where} did not finish the TLS handshake in time", hint="does it speak TLS?") from None
    except ssl.SSLCertVerificationError as error:
        hint = "rcon.tls = 2 accepts any certificate"
        raise NotTrusted(f"the certificate of {where} is not trusted: {error.verify_message}", hint=hint) from error
    except ssl.SSLError as error:
        hint = "rcon.tls = 0 is for servers without TLS"
        raise NotTrusted(f"{where} does not speak TLS: {error.reason or error}", hint=hint) from error
    except OSError as error:
        raise Gone(f"{where} broke the connection in the TLS handshake: {error.strerror or error}") from error
