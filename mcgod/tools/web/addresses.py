"""Which addresses a stranger's URL may lead to: public unicast ones only, whatever they are wrapped in. Pure.

Source: the IANA special-purpose address registries (RFC 6890 and its
successors), kept here as a table because ``ipaddress`` differs in them from
one Python version to the next.
"""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address, IPv6Address, ip_address, ip_network

_DENIED = {
    "0.0.0.0/8": "unspecified",
    "10.0.0.0/8": "private",
    "100.64.0.0/10": "shared by carriers",  # a cloud's metadata lives here as well, at 100.100.100.200
    "127.0.0.0/8": "loopback",
    "168.63.129.16/32": "a cloud's metadata",  # Azure's, a public address that is answered inside every machine there
    "169.254.0.0/16": "link-local",  # 169.254.169.254 is where most clouds keep metadata
    "172.16.0.0/12": "private",
    "192.0.0.0/24": "reserved",
    "192.0.2.0/24": "reserved",
    "192.88.99.0/24": "reserved",
    "192.168.0.0/16": "private",
    "198.18.0.0/15": "reserved",
    "198.51.100.0/24": "reserved",
    "203.0.113.0/24": "reserved",
    "224.0.0.0/4": "multicast",
    "240.0.0.0/4": "reserved",
}
_DENIED6 = {
    "::/128": "unspecified",
    "::1/128": "loopback",
    "100::/64": "reserved",
    "2001::/23": "reserved",  # Teredo, inside of it, is looked into
    "2001:db8::/32": "reserved",
    "3fff::/20": "reserved",
    "5f00::/16": "reserved",
    "fc00::/7": "private",
    "fe80::/10": "link-local",
    "fec0::/10": "private",
    "ff00::/8": "multicast",
}
_TABLE4 = [(ip_network(net), why) for net, why in _DENIED.items()]
_TABLE6 = [(ip_network(net), why) for net, why in _DENIED6.items()]
_PUBLIC6 = ip_network("2000::/3")
# Prefix -> how many bits the IPv4 address inside is from the right.
_WRAPS = [
    (ip_network("::ffff:0:0/96"), 0),  # IPv4-mapped
    (ip_network("::ffff:0:0:0/96"), 0),  # IPv4-translated
    (ip_network("::/96"), 0),  # IPv4-compatible
    (ip_network("64:ff9b::/96"), 0),  # NAT64: what an IPv6-only network reaches all of IPv4 by
    (ip_network("2002::/16"), 80),  # 6to4
]
_TEREDO = ip_network("2001::/32")
_ISATAP = (0x00005EFE, 0x02005EFE)


def forbidden(text: str) -> str:
    """Return why nothing may be fetched from the address ``text``, or an empty string when it may be."""
    try:
        address = ip_address(text)
    except ValueError:
        return "not an address"
    if isinstance(address, IPv4Address):
        return next((why for net, why in _TABLE4 if address in net), "")
    if address.scope_id:
        return "link-local"
    if address not in _TEREDO and (why := next((why for net, why in _TABLE6 if address in net), "")):
        return why
    if why := next((why for inner in _inside(address) if (why := forbidden(inner))), ""):
        return f"{why}, wrapped in IPv6"
    return "" if address in _PUBLIC6 or any(address in net for net, _ in _WRAPS) else "reserved"


def _inside(address: IPv6Address) -> list[str]:
    """Return the IPv4 addresses that ``address`` carries."""
    value = int(address)
    if address in _TEREDO:  # the server's, and the client's with its bits turned over
        found = [value >> 64, ~value]
    elif value >> 32 & 0xFFFFFFFF in _ISATAP:
        found = [value]
    else:
        found = [value >> shift for net, shift in _WRAPS if address in net]
    return [str(IPv4Address(one & 0xFFFFFFFF)) for one in found]


def is_plain(host: str) -> bool:
    """Whether ``host`` is an IPv4 address in its one usual form, four decimal numbers without leading zeros."""
    try:
        return str(IPv4Address(host)) == host
    except AddressValueError:
        return False


def is_number(host: str) -> bool:
    """Whether resolvers may read ``host`` as an IPv4 address: its last part is a number, of any base.

    Source: the WHATWG URL standard's "ends in a number".
    """
    last = host.rsplit(".", 1)[-1]
    return last.isdigit() or (last[:2].lower() == "0x" and all(char in "0123456789abcdefABCDEF" for char in last[2:]))
