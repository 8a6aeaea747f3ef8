"""Under which addresses this machine can be reached, and which of them a phone at the table should try first.

A laptop has many addresses, and most lead nowhere from a phone: loopback, VPNs, the inner networks of Docker
or WSL. What is ranked here is a guess from names and numbers; the host can always choose another.
"""

import re
import socket
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import psutil

HOME_NETWORKS = [ip_network(network) for network in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")]
CARRIER_NETWORK = ip_network("100.64.0.0/10")  # mobile carriers, and Tailscale

# Adapters made of software, by their names on Linux, macOS and Windows.
VIRTUAL_ADAPTER = re.compile(
    r"""
    ^( docker | br- | veth | lxc | lxd | cni | flannel | cali | kube | podman         # containers
     | virbr | vnet | vmnet | vboxnet | vmenet | dummy                                # virtual machines
     | tun | tap | utun | wg | ppp | ipsec | zt | tailscale | nordlynx | proton | mullvad  # VPNs
     )
    | vEthernet | WSL | Hyper-V | VirtualBox | VMware | VPN | WireGuard | OpenVPN | ZeroTier | Hamachi
    """,
    re.VERBOSE | re.IGNORECASE,
)

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via")
"""Headers by which a proxy says that a request comes from elsewhere."""


class Reach(IntEnum):
    """How likely a phone in the same room gets there; the likeliest is the smallest."""

    HOME = 0
    PUBLIC = 1
    VIRTUAL = 2
    LINK_LOCAL = 3
    LOOPBACK = 4


def reach(adapter: str, address: IPv4Address) -> Reach:
    if address.is_loopback:
        return Reach.LOOPBACK
    if address.is_link_local:
        return Reach.LINK_LOCAL
    if VIRTUAL_ADAPTER.search(adapter) or address in CARRIER_NETWORK:
        return Reach.VIRTUAL
    return Reach.HOME if any(address in network for network in HOME_NETWORKS) else Reach.PUBLIC


def phone_addresses(
    adapters: Mapping[str, Sequence[Any]] | None = None, states: Mapping[str, Any] | None = None
) -> list[str]:
    """This machine's IPv4 addresses, the one that phones most likely reach first.

    Loopback is there only if there is nothing else. `adapters` and `states` are what psutil's `net_if_addrs`
    and `net_if_stats` answer. IPv6 is left out: an address nobody can type does not help at a table.
    """
    adapters = psutil.net_if_addrs() if adapters is None else adapters
    states = psutil.net_if_stats() if states is None else states
    ranked = [
        (reach(adapter, address), str(address))
        for adapter, entries in adapters.items()
        if adapter not in states or states[adapter].isup
        for entry in entries
        if entry.family == socket.AF_INET
        for address in [IPv4Address(entry.address)]
    ]
    ranked.sort(key=lambda pair: pair[0])  # stable: equals stay in the system's own order
    reachable = [address for rank, address in ranked if rank < Reach.LOOPBACK]
    return reachable or ["127.0.0.1"]


def is_loopback(address: str) -> bool:
    """Whether an http address leads to whatever device it is opened on: useless on a phone."""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def own_hosts() -> Iterator[str]:
    """Every name and address of this machine, as it stands in a Host header."""
    yield from ("localhost", "127.0.0.1", "[::1]")
    name = socket.gethostname().lower()
    if name:
        yield name
        yield name.split(".")[0] + ".local"
    for entries in psutil.net_if_addrs().values():
        for entry in entries:
            if entry.family == socket.AF_INET:
                yield entry.address
            elif entry.family == socket.AF_INET6:
                yield f"[{ip_address(entry.address.partition('%')[0])}]"


def is_of_this_machine(client: str) -> bool:
    """Whether a connection from this address comes from the machine itself."""
    try:
        address = ip_address(client.partition("%")[0])
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    if address.is_loopback:
        return True
    entries = [entry.address.partition("%")[0] for own in psutil.net_if_addrs().values() for entry in own]
    return str(address) in entries


class AllowedHosts(list[str]):
    """A list of names that also holds this machine's own, asked for anew whenever it is looked through.

    A laptop that wakes up in another Wi-Fi has another address, and the table should be reachable there.
    """

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        yield from own_hosts()
