"""Steps of a fit beyond one machine, each done by Kernelscope's engine in a process of node. Needs the standard library alone.

Workers and drivers import it. Plans, sums and solutions are bytes here, which only the engine reads: it checks them before use.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import zipfile
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

# Exit codes of the command line that say that it was not interrupted.
_DONE, _FAILED, _USAGE = 0, 1, 2

# Names in an archive.
NODE, CLI = "node", "cli.js"

# Runs node and ends it as soon as standard input closes: whoever holds the other end has died or wants it to end.
_GUARD = """
import os, subprocess, sys, threading
held = [int(n) for n in sys.argv[1].split()]
child = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, pass_fds=held)
def watch():
    sys.stdin.buffer.read()
    child.kill()
threading.Thread(target=watch, daemon=True).start()
code = child.wait()
os._exit(code if code >= 0 else 128 - code)
"""


class Engine(NamedTuple):
    """The node that runs the engine, and the engine's cli.js."""

    node: str
    script: str


class Place(NamedTuple):
    """Where workers find both: paths on each of them, and the name of an archive that was sent."""

    node: str
    script: str | None
    archive: str | None


class Failure(NamedTuple):
    """Why a step cannot be done, however often it is tried: the engine's sentence, and where it is if that is known."""

    message: str
    part: int | None = None
    file: str | None = None


class Died(Exception):
    """A step ended before it was done. It may succeed when tried again."""


_running = {}
_stopped = set()
_lock = threading.Lock()


def run(engine, words, job=""):
    """What the engine writes for one of its commands, as bytes, or a `Failure`; raises `Died`.

    `words`: its command line; bytes among them are handed over as files without a name, on disk and gone with this process.
    """
    node = shutil.which(engine.node)
    if node is None:
        return Failure(
            f"There is no node on {socket.gethostname()} at {engine.node}. Install Node.js 20 or newer on every worker, "
            "say where it is by --node, or send it along by --ship-node."
        )
    if not os.path.isfile(engine.script):
        return Failure(f"There is no {engine.script} on {socket.gethostname()}. Leave --engine out to send it along.")
    with ExitStack() as held:
        with _room():
            written = held.enter_context(tempfile.TemporaryFile())
            said = held.enter_context(tempfile.TemporaryFile())
            numbers = [written.fileno()]
            line = [word if isinstance(word, str) else _file_of(word, held, numbers) for word in words]
        whole = [node, engine.script, *line, "--out", f"/dev/fd/{written.fileno()}", "--quiet"]
        code = _guarded(whole, numbers, said, job)
        if code == _DONE:
            written.seek(0)
            return written.read()
        said.seek(0)
        words = said.read(1 << 16).decode("utf-8", "replace").strip()
    if code in (_FAILED, _USAGE):
        return Failure(words.removeprefix("kernelscope: "))
    raise Died(f"The engine ended with code {code} on {socket.gethostname()}. {words}")


def _file_of(content, held, numbers):
    """The path of a file without a name; its number is one of those that a process inherits."""
    # Without a buffer, which would be written again when the file is closed.
    file = held.enter_context(tempfile.TemporaryFile(buffering=0))
    left = memoryview(content)
    while left:
        left = left[file.write(left) :]
    file.seek(0)
    numbers.append(file.fileno())
    return f"/dev/fd/{file.fileno()}"


@contextmanager
def _room():
    """A worker whose disk is full: another one may do the step."""
    try:
        yield
    except OSError as error:
        raise Died(
            f"Files cannot be set aside on {socket.gethostname()}: {error.strerror}. "
            "Free some space in its folder for temporary files, or name another by TMPDIR on the workers."
        ) from None


def _guarded(line, numbers, said, job):
    """The exit code of a command line, which ends when this process does or when `stop` says so."""
    guard = [sys.executable, "-I", "-S", "-c", _GUARD, " ".join(map(str, numbers)), *line]
    with _lock:
        if job in _stopped:
            raise Died("The fit was stopped.")
        process = subprocess.Popen(
            guard, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said, pass_fds=numbers, start_new_session=True
        )
        _running.setdefault(job, set()).add(process)
    try:
        return process.wait()
    finally:
        with _lock:
            _running[job].discard(process)
        process.stdin.close()


def stop(job):
    """Ends all that runs here for a job, and lets nothing more of it begin."""
    with _lock:
        _stopped.add(job)
        for process in _running.get(job, ()):
            process.stdin.close()


def map_part(engine, plan, part, solution=None, job=""):
    """Sums over a part (from 1), or with a solution its errors. A failure names the part."""
    behind = () if solution is None else ("--solution", solution)
    result = run(engine, ["cluster", "map", plan, str(part), *behind], job)
    return result._replace(part=part) if isinstance(result, Failure) else result


def merge(engine, plan, pieces, job=""):
    """Sums or errors of several steps in one; the failure of the lowest part where there is one."""
    failures = [piece for piece in pieces if isinstance(piece, Failure)]
    if failures:
        return min(failures, key=lambda failure: failure.part or 0)
    if len(pieces) == 1:
        return pieces[0]
    return run(engine, ["cluster", "merge", plan, *pieces], job)


def outcome(result):
    """What the driver hears at once: the failure, or None."""
    return result if isinstance(result, Failure) else None


def archive(path, script, node):
    """A zip file of the engine at `script` and of a node; None leaves either out."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        if script is not None:
            folder = os.path.dirname(os.path.abspath(script))
            for name in sorted(os.listdir(folder)):
                if name.endswith(".js"):
                    file.write(os.path.join(folder, name), name)
        if node is not None:
            file.write(node, NODE)


def engine_at(where, folder):
    """The engine on a worker whose files lie in a folder; what was sent is unpacked there by whoever comes first."""
    if where.archive is None:
        return Engine(where.node, where.script)
    home = os.path.join(folder, f"{where.archive}.d")
    with _room():
        _unpack(os.path.join(folder, where.archive), home)
    node = os.path.join(home, NODE)
    return Engine(node if os.path.exists(node) else where.node, where.script or os.path.join(home, CLI))


def _unpack(archive, home):
    """Whoever comes first unpacks."""
    if os.path.isdir(home):
        return
    made = tempfile.mkdtemp(dir=os.path.dirname(home))
    try:
        with zipfile.ZipFile(archive) as file:
            file.extractall(made)
        if os.path.exists(os.path.join(made, NODE)):
            os.chmod(os.path.join(made, NODE), 0o755)
        os.rename(made, home)
    except OSError:
        shutil.rmtree(made, ignore_errors=True)
        if not os.path.isdir(home):
            raise
