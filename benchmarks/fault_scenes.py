"""The faults: each is a context manager that does the harm, gives the scene, and undoes it."""

from __future__ import annotations

import gzip
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import psutil
from fault_world import EQUAL, Scene, World

from kgplatform.errors import KgPlatformError
from kgplatform.graph.server_files import password_path

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.chat_server import ChatServer, HttpReply, completion, error

SceneMaker = Callable[[World], AbstractContextManager[Scene]]

WAIT_S = 60.0
POLL_S = 0.02
SIGNAL_AFTER_S = 2.0
FULL_DISK_MB = 700
MANY = 50
GROWING_LOGS = "db.tx_log.preallocate=false"
"""Neo4j sets 64 MB of its disk aside for logs, which a small ingest does not fill."""

NEWER_VERSION = 9_999


class NoSuchFault(Exception):
    """This machine does not let the fault be made; says why."""


def _wait(condition: Callable[[], Any], process: subprocess.Popen[str]) -> bool:
    """Wait until a condition holds; tell whether it did before the process ended."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline and process.poll() is None:
        if condition():
            return True
        time.sleep(POLL_S)
    return False


def _speaks_to(process: subprocess.Popen[str], port: int) -> bool:
    with suppress(psutil.Error):
        connections = psutil.Process(process.pid).net_connections()
        return any(known.raddr and known.raddr.port == port for known in connections)
    return False


def _kill_server(world: World, process: subprocess.Popen[str]) -> None:
    """Kill Neo4j as soon as the command speaks to it."""
    running = world.server().status()
    if running is not None and _wait(lambda: _speaks_to(process, running.bolt_port), process):
        os.kill(running.pid, signal.SIGKILL)


def _kill_at(mark: str, world: World, process: subprocess.Popen[str]) -> None:
    """Kill the ingest once the changing document is replaced (write) or whole (derive)."""
    text = f"MATCH (d:Document) WHERE d.title = 'Tern' RETURN d.{mark} AS value"
    with world.graph() as graph:
        before = graph.run_text(text)
        if _wait(lambda: graph.run_text(text) != before, process):
            process.kill()


def _send(number: signal.Signals, _: World, process: subprocess.Popen[str]) -> None:
    """Send a signal some time after the start."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(SIGNAL_AFTER_S)
    process.send_signal(number)


def plain(_: World, **given: Any) -> AbstractContextManager[Scene]:
    """Return a fault that is all in the scene."""
    return nullcontext(Scene(**given))


neo4j_killed: SceneMaker = partial(plain, during=_kill_server)
killed_at_write: SceneMaker = partial(plain, during=partial(_kill_at, "sha256"))
killed_at_derive: SceneMaker = partial(plain, during=partial(_kill_at, "linkedAt"))
terminated: SceneMaker = partial(plain, during=partial(_send, signal.SIGTERM))
interrupted: SceneMaker = partial(plain, during=partial(_send, signal.SIGINT))
stdout_closed: SceneMaker = partial(plain, is_stdout_closed=True)
other_embedder: SceneMaker = partial(plain, env={"KGPLATFORM_EMBEDDER": "bge-small-en-v1.5-int8"})


@contextmanager
def neo4j_down(world: World) -> Iterator[Scene]:
    """A home whose server is not running."""
    home = world.copy("down")
    try:
        yield Scene(env={"KGPLATFORM_HOME": str(home)}, after=lambda: _restart(world, home))
    finally:
        world.server(home).stop()


def _restart(world: World, home: Path) -> str:
    """Start a home's server and see that its documents can be listed."""
    try:
        world.server(home).start()
    except KgPlatformError as exc:
        return f"does not start: {exc}".replace(str(world.folder), "…")[:200]
    done = world.run("documents list", Scene(env={"KGPLATFORM_HOME": str(home)}))
    world.server(home).stop()
    return EQUAL if done.code == 0 else f"exit {done.code}: {done.message}"


@contextmanager
def terminated_at_start(world: World) -> Iterator[Scene]:
    """SIGTERM while Neo4j is being started."""
    home = world.copy("starting")
    try:
        yield Scene(
            env={"KGPLATFORM_HOME": str(home)},
            during=partial(_send, signal.SIGTERM),
            after=lambda: _restart(world, home),
        )
    finally:
        world.server(home).stop()


@contextmanager
def wrong_password(world: World) -> Iterator[Scene]:
    """Another password than Neo4j's."""
    running = world.server().status()
    assert running is not None
    yield Scene(
        env={
            "KGPLATFORM_NEO4J_URI": running.uri,
            "KGPLATFORM_NEO4J_PASSWORD": "wrong",
        }
    )
    time.sleep(6.0)  # after three wrong ones Neo4j refuses the right one too, for five seconds


@contextmanager
def password_missing(world: World) -> Iterator[Scene]:
    """The file with the password is gone while Neo4j runs."""
    file = password_path(world.server().folder)
    kept = file.rename(file.with_name("kept"))
    try:
        yield Scene()
    finally:
        kept.rename(file)


@contextmanager
def _serving(reply: bytes) -> Iterator[int]:
    """Listen on a free port, and answer whatever comes with the same bytes."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                with connection, suppress(OSError):
                    connection.recv(64)
                    connection.sendall(reply)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.close()


@contextmanager
def other_program(_: World) -> Iterator[Scene]:
    """Another program answers at Neo4j's address."""
    with _serving(b"HTTP/1.1 400 Bad Request\r\n\r\n") as port:
        yield Scene(
            env={
                "KGPLATFORM_NEO4J_URI": f"bolt://127.0.0.1:{port}",
                "KGPLATFORM_NEO4J_PASSWORD": "x",
            }
        )


@contextmanager
def port_taken(world: World) -> Iterator[Scene]:
    """Another program has the ports that a stopped server had."""
    home = world.copy("taken")
    record = (home / "neo4j" / "server.json").read_text(encoding="utf-8")
    running = world.server().status()
    assert running is not None
    assert str(running.bolt_port) in record  # the world's own server has the same ports
    try:
        yield Scene(env={"KGPLATFORM_HOME": str(home)}, after=lambda: _restart(world, home))
    finally:
        world.server(home).stop()


@contextmanager
def _configured(world: World, name: str, configuration: str, documents: int = 0) -> Iterator[Scene]:
    """A server of its own with a setting of Neo4j's, and a larger corpus where one is needed."""
    home = world.copy(name)
    try:
        world.server(home, configuration).start()
        yield Scene(
            env={"KGPLATFORM_HOME": str(home)},
            source=_write_many(world, documents) if documents else None,
            after=lambda: _stop_and_restart(world, home),
        )
    finally:
        world.server(home).stop()


def _write_many(world: World, documents: int) -> Path:
    """Write a corpus that takes more memory and disk than the world's own."""
    folder = world.folder / "many"
    folder.mkdir(exist_ok=True)
    for number in range(documents):
        lines = (f"In {1800 + year} ship {number} sailed for Bergen." for year in range(60))
        (folder / f"{number}.md").write_text(f"# Ship {number}\n\n{' '.join(lines)}\n")
    return folder


def _stop_and_restart(world: World, home: Path) -> str:
    world.server(home).stop()
    return _restart(world, home)


read_only: SceneMaker = partial(
    _configured, name="read-only", configuration="server.databases.default_to_read_only=true"
)
little_memory: SceneMaker = partial(
    _configured, name="memory", configuration="db.memory.transaction.max=3m", documents=MANY
)


@contextmanager
def _mounted(world: World, name: str, options: str) -> Iterator[Path]:
    folder = world.folder / name
    folder.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NoSuchFault(f"no file system can be mounted here ({done.stderr.strip()})")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)


@contextmanager
def disk_full(world: World) -> Iterator[Scene]:
    """The disk of the home gets full while its server runs."""
    with _mounted(world, "full", f"size={FULL_DISK_MB}m") as disk:
        home = Path(shutil.copytree(world.stopped, disk / "home", symlinks=True))
        filler = disk / "filler"
        try:
            world.server(home, GROWING_LOGS).start()
            _fill(filler)
            yield Scene(
                env={"KGPLATFORM_HOME": str(home)},
                source=_write_many(world, MANY),
                after=lambda: _make_room(world, home, filler),
            )
        finally:
            filler.unlink(missing_ok=True)
            world.server(home).stop()


def _fill(filler: Path) -> None:
    with suppress(OSError), filler.open("wb") as file:
        while True:
            file.write(bytes(1 << 16))
            file.flush()


def _make_room(world: World, home: Path, filler: Path) -> str:
    """Take the filler away: `db start` has to heal the server, which may be broken."""
    filler.unlink()
    return _restart(world, home)


@contextmanager
def disk_full_at_start(world: World) -> Iterator[Scene]:
    """The disk of a stopped home is full."""
    with _mounted(world, "full-at-start", f"size={FULL_DISK_MB}m") as disk:
        home = Path(shutil.copytree(world.stopped, disk / "home", symlinks=True))
        _fill(disk / "filler")
        yield Scene(
            env={"KGPLATFORM_HOME": str(home)},
            after=lambda: _make_room(world, home, disk / "filler"),
        )
        world.server(home).stop()


@contextmanager
def home_not_writable(world: World) -> Iterator[Scene]:
    """The file system of the home may only be read."""
    with _mounted(world, "readable", "ro,size=1m") as home:
        yield Scene(env={"KGPLATFORM_HOME": str(home)}, after=lambda: EQUAL)


@contextmanager
def damaged_store(world: World) -> Iterator[Scene]:
    """The first page of each file of the store is overwritten."""
    home = world.copy("damaged")
    store = next(home.glob("neo4j/*/data/databases/neo4j"))
    for file in (file for file in store.rglob("*") if file.is_file() and file.stat().st_size):
        with file.open("r+b") as stream:
            stream.write(b"\xff" * min(8192, file.stat().st_size))
    try:
        yield Scene(env={"KGPLATFORM_HOME": str(home)}, after=lambda: EQUAL)
    finally:
        world.server(home).stop()


@contextmanager
def _damaged_cache(world: World, pattern: str) -> Iterator[Scene]:
    """A fetched file is cut; `after` sees that a whole cache works again."""
    from kgplatform.settings import Settings

    home, cache = world.copy("cached"), world.folder / "cache"
    shutil.rmtree(cache, ignore_errors=True)
    shutil.copytree(Settings.load().cache, cache, copy_function=os.link)
    victim = max(cache.rglob(pattern), key=lambda file: file.stat().st_size)
    cut = victim.read_bytes()[:1000]
    victim.unlink()  # it is one file with the real cache's
    victim.write_bytes(cut)
    try:
        yield Scene(
            env={"KGPLATFORM_HOME": str(home), "KGPLATFORM_CACHE": str(cache)},
            after=lambda: _stop_and_restart(world, home),
        )
    finally:
        world.server(home).stop()


damaged_jar: SceneMaker = partial(_damaged_cache, pattern="neo4j-kernel-*.jar")


@contextmanager
def damaged_model(world: World) -> Iterator[Scene]:
    """The embedding model's file is cut, and what it was unpacked from is whole."""
    with _damaged_cache(world, "*.onnx") as scene:
        yield Scene(env={"KGPLATFORM_CACHE": scene.env["KGPLATFORM_CACHE"]})


@contextmanager
def damaged_replies(world: World) -> Iterator[Scene]:
    """The file of remembered replies is none."""
    file = world.folder / "replies.sqlite"
    file.write_bytes(b"no database" * 1000)
    with ChatServer(lambda _: "Larvik [1]") as server:
        yield Scene(env={**_chat(server.base_url), "KGPLATFORM_CHAT_CACHE": str(file)})


def _chat(address: str) -> dict[str, str]:
    return {
        "KGPLATFORM_CHAT_BASE_URL": address,
        "KGPLATFORM_CHAT_MODEL": "m",
        "KGPLATFORM_CHAT_TIMEOUT_S": "2",
    }


@contextmanager
def _chatting(_: World, reply: str | HttpReply | None) -> Iterator[Scene]:
    """A chat endpoint that always says the same; None: nothing listens."""
    if reply is None:
        yield Scene(env=_chat("http://127.0.0.1:9/v1"))
        return
    with ChatServer(lambda _: reply) as server:
        yield Scene(env=_chat(server.base_url))


CHATS: dict[str, SceneMaker] = {
    "chat endpoint down": partial(_chatting, reply=None),
    "chat endpoint slow": partial(_chatting, reply=HttpReply("late", delay_s=3.0)),
    "chat endpoint talks nonsense": partial(_chatting, reply=HttpReply("<html>It works!</html>")),
    "chat endpoint says 429": partial(_chatting, reply=error(429, "slow down", retry_after="120")),
    "chat endpoint says 500": partial(_chatting, reply=error(500, "no")),
    "chat endpoint filters": partial(
        _chatting, reply=completion(None, finish_reason="content_filter")
    ),
}


@contextmanager
def _wikidata(_: World, status: int, body: bytes, delay_s: float = 0.0) -> Iterator[Scene]:
    """A SPARQL endpoint that always says the same; status 0: nothing listens."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            time.sleep(delay_s)
            with suppress(OSError):
                self.send_response(status)
                self.send_header("Content-Type", "application/sparql-results+json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    port = server.server_address[1] if status else 9
    try:
        yield Scene(
            env={
                "KGPLATFORM_SPARQL_ENDPOINT": f"http://127.0.0.1:{port}/query",
                "KGPLATFORM_SPARQL_TIMEOUT_S": "2",
                "KGPLATFORM_SPARQL_CACHE_AGE_S": "0",
            }
        )
    finally:
        server.shutdown()
        server.server_close()


WIKIDATAS: dict[str, SceneMaker] = {
    "SPARQL endpoint down": partial(_wikidata, status=0, body=b""),
    "SPARQL endpoint slow": partial(_wikidata, status=200, body=b"{}", delay_s=3.0),
    "SPARQL endpoint talks nonsense": partial(_wikidata, status=200, body=b"<html>It works!"),
    "SPARQL endpoint says 500": partial(_wikidata, status=500, body=b"no"),
}


@contextmanager
def _sources(world: World, spoil: Callable[[Path], Path]) -> Iterator[Scene]:
    """A source in the corpus that is spoilt; the corpus is whole again for what comes next."""
    whole = set(world.corpus.iterdir())
    try:
        yield Scene(source=spoil(world.corpus))
    finally:
        for added in set(world.corpus.iterdir()) - whole:
            added.unlink()


def _dangle(folder: Path) -> Path:
    (folder / "gone.md").symlink_to(folder / "nowhere.md")
    return folder


def _cut_packed(folder: Path) -> Path:
    packed = gzip.compress(b'{"_id": "1", "text": "A ship with a story that is long."}')
    (folder / "cut.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    return folder


source_missing: SceneMaker = partial(_sources, spoil=lambda folder: folder / "nowhere")
source_dangling: SceneMaker = partial(_sources, spoil=_dangle)
source_cut: SceneMaker = partial(_sources, spoil=_cut_packed)


@contextmanager
def source_vanishes(world: World) -> Iterator[Scene]:
    """A file that was listed is gone when it is read."""
    running = world.server().status()
    assert running is not None
    victim = world.corpus / "terra-nova.md"
    text = victim.read_bytes()

    def remove(_: World, process: subprocess.Popen[str]) -> None:
        _wait(lambda: _speaks_to(process, running.bolt_port), process)
        victim.unlink()

    try:
        yield Scene(during=remove)
    finally:
        victim.write_bytes(text)


@contextmanager
def two_at_once(world: World) -> Iterator[Scene]:
    """Another ingest of the same corpus runs at the same time."""
    others: list[threading.Thread] = []

    def begin(_: World, __: subprocess.Popen[str]) -> None:
        others.append(threading.Thread(target=world.run, args=("ingest", Scene())))
        others[-1].start()

    def look() -> str:
        others[-1].join()
        return world.look("ingest")

    yield Scene(during=begin, after=look)


FOREIGN = ("Entity", "Statement", "Literal", "EntityType", "RelationType", "Document", "Passage")


@contextmanager
def foreign_nodes(world: World) -> Iterator[Scene]:
    """The database has nodes of others, of all the labels that the platform uses."""
    count = "MATCH (n {foreign: true}) RETURN count(n) AS n"
    with world.graph() as graph:
        for label in FOREIGN:
            graph.run_text(f"CREATE (:{label} {{foreign: true, name: 'theirs', id: '{label}-1'}})")
        graph.run_text("MATCH (a:Entity {foreign: true}), (b:Statement {foreign: true}) "
                       "CREATE (b)-[:SUBJECT]->(a)")  # fmt: skip
        try:
            yield Scene(after=lambda: _count_kept(world, count))
        finally:
            graph.run_text("MATCH (n {foreign: true}) DETACH DELETE n")


def _count_kept(world: World, count: str) -> str:
    with world.graph() as graph:
        kept = graph.run_text(count)[0]["n"]
    if kept != len(FOREIGN):
        return f"{len(FOREIGN) - kept} of their {len(FOREIGN)} nodes are gone"
    return EQUAL


@contextmanager
def foreign_constraint(world: World) -> Iterator[Scene]:
    """A constraint of the user's own."""
    with world.graph() as graph:
        graph.run_text("CREATE CONSTRAINT theirs FOR (n:Ship) REQUIRE n.name IS UNIQUE")
        try:
            yield Scene()
        finally:
            graph.run_text("DROP CONSTRAINT theirs IF EXISTS")


@contextmanager
def newer_schema(world: World) -> Iterator[Scene]:
    """A newer program has migrated the graph."""
    future = {"version": NEWER_VERSION, "name": "V9999__future", "sha256": "0" * 64}
    with world.graph() as graph:
        graph.write("record_migration", **future)
    try:
        yield Scene()
    finally:
        with world.graph() as graph:
            graph.run_text("MATCH (m {version: $version}) DELETE m", version=NEWER_VERSION)


@contextmanager
def hostile_settings(world: World) -> Iterator[Scene]:
    """The folder's settings file asks for what it may not."""
    folder = world.folder / "hostile"
    folder.mkdir()
    (folder / "kgplatform.toml").write_text(
        f'neo4j_java_options = "-XX:OnOutOfMemoryError=touch {folder}/ran"\n'
        'chat_base_url = "http://127.0.0.1:9/v1"\nchat_model = "m"\n',
        encoding="utf-8",
    )
    yield Scene(folder=folder)
    shutil.rmtree(folder)
