import socket
from types import SimpleNamespace

import psutil
import pytest
from django.http.request import validate_host

from chanceit.web.addresses import AllowedHosts, is_loopback, phone_addresses

UP, DOWN = SimpleNamespace(isup=True), SimpleNamespace(isup=False)


def adapters(**addresses: str) -> dict[str, list[SimpleNamespace]]:
    return {
        name.replace("_", "-"): [SimpleNamespace(family=socket.AF_INET, address=address)]
        for name, address in addresses.items()
    }


def test_the_home_network_comes_before_everything_made_of_software():
    found = adapters(
        lo="127.0.0.1",
        docker0="172.17.0.1",
        br_4f1c="172.18.0.1",
        tun0="10.8.0.6",
        tailscale0="100.101.102.103",
        wlp3s0="192.168.1.20",
    )
    assert phone_addresses(found, {}) == [
        "192.168.1.20",
        "172.17.0.1",
        "172.18.0.1",
        "10.8.0.6",
        "100.101.102.103",
    ]


@pytest.mark.parametrize(
    "virtual",
    [
        *(
            "vEthernet (WSL)",
            "vEthernet (Default Switch)",
            "VirtualBox Host-Only Network",
            "VMware Network Adapter",
        ),
        *("utun4", "wg0", "vboxnet0", "virbr0", "vmnet8", "zt7nnkm5ab", "ProtonVPN"),
    ],
)
def test_virtual_adapters_of_every_system_come_last(virtual: str):
    found = adapters(**{virtual: "192.168.56.1", "Wi-Fi": "10.0.0.7"})
    assert phone_addresses(found, {}) == ["10.0.0.7", "192.168.56.1"]


def test_all_three_kinds_of_home_network_are_equal_and_stay_in_the_systems_order():
    found = adapters(eth0="172.20.1.5", wlan0="10.1.2.3", eth1="192.168.0.9")
    assert phone_addresses(found, {}) == ["172.20.1.5", "10.1.2.3", "192.168.0.9"]


def test_a_private_address_comes_before_a_public_one():
    assert phone_addresses(adapters(eth0="203.0.113.5", wlan0="10.1.2.3"), {}) == ["10.1.2.3", "203.0.113.5"]


def test_an_address_without_a_router_comes_last():
    assert phone_addresses(adapters(eth0="169.254.3.4", docker0="172.17.0.1"), {}) == [
        "172.17.0.1",
        "169.254.3.4",
    ]


def test_an_adapter_that_is_down_is_left_out():
    found = adapters(eth0="192.168.1.5", wlan0="192.168.1.6")
    assert phone_addresses(found, {"eth0": DOWN, "wlan0": UP}) == ["192.168.1.6"]


def test_localhost_is_named_only_when_there_is_nothing_else():
    assert phone_addresses(adapters(lo="127.0.0.1", wlan0="192.168.1.6"), {}) == ["192.168.1.6"]
    assert phone_addresses(adapters(lo="127.0.0.1"), {}) == ["127.0.0.1"]
    assert phone_addresses({}, {}) == ["127.0.0.1"]


@pytest.mark.parametrize("host", ["localhost", "table.localhost", "127.0.0.1", "127.1.2.3", "[::1]"])
def test_addresses_that_lead_back_to_the_phone_itself_are_known(host: str):
    assert is_loopback(f"http://{host}:8000/")


@pytest.mark.parametrize("host", ["192.168.1.6", "[fe80::1]", "laptop.local", "localhost.example"])
def test_addresses_that_lead_to_another_machine_are_known(host: str):
    assert not is_loopback(f"http://{host}:8000/")


def test_other_families_of_addresses_are_left_out():
    found = {
        "wlan0": [
            SimpleNamespace(family=psutil.AF_LINK, address="00:00:5e:00:53:01"),
            SimpleNamespace(family=socket.AF_INET6, address="fe80::1%wlan0"),
            SimpleNamespace(family=socket.AF_INET, address="192.168.1.6"),
        ]
    }
    assert phone_addresses(found, {}) == ["192.168.1.6"]


def test_allowed_hosts_follow_the_machine_into_another_network(monkeypatch: pytest.MonkeyPatch):
    hosts = AllowedHosts(["table.example"])
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: adapters(wlan0="192.168.1.6"))
    assert validate_host("192.168.1.6", hosts)
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: adapters(wlan0="10.0.0.9"))
    assert validate_host("10.0.0.9", hosts)
    assert not validate_host("192.168.1.6", hosts)


def test_allowed_hosts_are_this_machines_names_and_the_named_sites(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.home")
    found = {"wlan0": [SimpleNamespace(family=socket.AF_INET6, address="fe80::0:1%wlan0")]}
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: found)
    hosts = AllowedHosts(["table.example"])
    for name in (
        "table.example",
        "localhost",
        "127.0.0.1",
        "[::1]",
        "laptop.home",
        "laptop.local",
        "[fe80::1]",
    ):
        assert validate_host(name, hosts), name
    for name in ("evil.example", "sub.table.example", "192.168.1.6"):
        assert not validate_host(name, hosts), name
