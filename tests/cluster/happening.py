"""What happens to a cluster: each comes to an end when all three machines take part again."""

import os
import signal
from collections.abc import Callable
from time import monotonic, sleep

import httpx
import psycopg

from tests.cluster.cluster import Cluster

FROZEN, AWAY, ALONE = 40.0, 30.0, 1.0
"""Seconds for which the leader stands still, etcd is away, and no standby hears the leader."""


def kill(cluster: Cluster) -> None:
    """The leader's machine dies, and comes back when another leads."""
    leader = cluster.settled()
    leader.tell(signal.SIGKILL)
    cluster.settled(whole=False)
    cluster.start_etcd(leader)
    cluster.start_patroni(leader)
    cluster.settled()


def alone(cluster: Cluster) -> None:
    """No standby hears the leader, waits for them are broken off, as at its end, and it dies."""
    leader = cluster.settled()
    others = [one for one in cluster.machines if one is not leader]
    assert leader.patroni is not None
    with psycopg.connect(cluster.superuser(), autocommit=True) as connection:
        # Else it would say that nobody may take over.
        leader.patroni.send_signal(signal.SIGSTOP)
        for one in others:
            one.go_deaf()
        until = monotonic() + ALONE
        while monotonic() < until:
            connection.execute(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            )
            sleep(0.05)
    leader.tell(signal.SIGKILL)
    for one in others:
        os.kill(one.postmaster(), signal.SIGCONT)
    cluster.settled(whole=False)
    cluster.start_etcd(leader)
    cluster.start_patroni(leader)
    cluster.settled()


def crash(cluster: Cluster) -> None:
    """The leader's PostgreSQL is killed; its Patroni lives."""
    leader = cluster.settled()
    os.kill(leader.postmaster(), signal.SIGKILL)
    sleep(3)
    cluster.settled()


def freeze(cluster: Cluster) -> None:
    """The leader's machine stands still, and goes on when another leads."""
    leader = cluster.settled()
    leader.tell(signal.SIGSTOP)
    try:
        sleep(FROZEN)
    finally:
        leader.tell(signal.SIGCONT)
    cluster.settled()


def cut(cluster: Cluster) -> None:
    """etcd is away, all of it."""
    cluster.settled()
    for word in (signal.SIGSTOP, signal.SIGCONT):
        for machine in cluster.machines:
            assert machine.etcd is not None
            machine.etcd.send_signal(word)
        sleep(AWAY if word == signal.SIGSTOP else 0)
    cluster.settled()


def move(cluster: Cluster) -> None:
    """The leader is moved by hand."""
    leader, to = cluster.settled(), cluster.standby()
    assert to is not None
    asked = {"leader": leader.name, "candidate": to.name}
    url = f"http://{leader.address}:8008/switchover"
    answer = httpx.post(url, json=asked, auth=("umpire", cluster.password("RESTAPI")), timeout=60)
    assert answer.status_code == 200, answer.text
    cluster.settled()


HAPPENS: dict[str, Callable[[Cluster], None]] = {
    one.__name__: one for one in (kill, alone, crash, freeze, cut, move)
}
