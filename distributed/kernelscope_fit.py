"""A fit on a cluster, from its plan to its result. The driver's side of what every engine shares; needs the standard library alone.

On standard error stands a line of JSON for every change: {"stage", "done", "parts", "seconds"} with the seconds left, or {"failure": {…}}.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from urllib.parse import urlsplit

import kernelscope_tasks as tasks
from kernelscope_tasks import Engine, Failure

# Pieces that one step adds up. A power of two: whole subtrees of the engine's tree, so that they become one piece.
GROUP = 8
# Seconds that a connection may take.
PATIENCE = 20

ENGINE = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "dist", "cli.js"))


class Failed(Exception):
    """The fit cannot be done."""

    def __init__(self, failure):
        super().__init__(failure.message)
        self.failure = failure


class Stopped(BaseException):
    """The fit was cancelled."""


def failed(message):
    return Failed(Failure(message))


def checked(result):
    if isinstance(result, Failure):
        raise Failed(result)
    return result


class Progress:
    """Says what is done, once for every part, and how long the rest takes."""

    STAGES = ("sums", "errors")

    def __init__(self, parts, file):
        self.parts = parts
        self.file = file
        self.stage = ""

    def begin(self, stage):
        self.stage = stage
        self.done = set()
        self.begun = time.monotonic()
        self._say()

    def part(self, part):
        """A part may be mapped twice, where the worker that had its sums is gone."""
        if part in self.done:
            return
        self.done.add(part)
        self._say()

    def _say(self):
        line = {"stage": self.stage}
        if self.stage in self.STAGES:
            line |= {"done": len(self.done), "parts": self.parts}
            visits = len(self.STAGES) - self.STAGES.index(self.stage)
            if self.done:
                each = (time.monotonic() - self.begun) / len(self.done)
                line["seconds"] = round(each * (visits * self.parts - len(self.done)))
        say(line, self.file)


def say(line, file=None):
    print(json.dumps(line), file=file or sys.stderr, flush=True)


def options_of(parser):
    """Adds what every engine's script takes."""
    parser.add_argument("plan", metavar="PLAN", nargs="?", help="what 'kernelscope cluster plan' wrote")
    parser.add_argument("--check", action="store_true", help="only see whether all is here that the engine needs, and whether its address answers")
    parser.add_argument("--out", metavar="FOLDER", help="write the run, the model, reports and figures into a folder")
    parser.add_argument("--save", metavar="MODEL", help="save the model")
    parser.add_argument("--steps", metavar="FOLDER", help="write solution and errors, for 'kernelscope cluster finish'")
    parser.add_argument("--node", default="node", help="node on the workers; without it the one on their PATH")
    parser.add_argument("--node-here", metavar="PATH", help="node on this machine; without it the one on the PATH")
    parser.add_argument("--ship-node", action="store_true", help="send this machine's node along")
    parser.add_argument("--engine", metavar="FILE", default=ENGINE, help="the engine, cli.js; without it that beside this script")
    parser.add_argument("--installed", action="store_true", help="the workers have --engine at the same path: do not send it along")
    parser.add_argument("--wait", type=int, default=120, metavar="SECONDS", help="how long there may be no worker (120)")
    parser.add_argument("--end-with-input", action="store_true", help="stop when standard input closes")
    return parser


def run(parser, check, connect):
    """Runs a script. `check(options)` fails where the cluster cannot be had; `connect(options, where, archive)` returns a cluster with
    `reduced(plan, solution, parts, told)` and `close()`.
    """
    options = options_of(parser).parse_args()
    if not options.check and options.plan is None:
        parser.error("give a plan, or --check")
    if not options.check and not (options.out or options.save or options.steps):
        parser.error("say what to write by --out, --save or --steps")
    _obey_signals()
    if options.end_with_input:
        threading.Thread(target=_stop_at_end_of_input, daemon=True).start()
    try:
        if options.check:
            check(options)
        else:
            _fit(options, connect)
    except Failed as error:
        say({"failure": {name: value for name, value in error.failure._asdict().items() if value is not None}})
        sys.exit(1)
    except (Stopped, KeyboardInterrupt):
        say({"failure": {"message": "The fit was stopped.", "code": "cancelled"}})
        sys.exit(130)


def _obey_signals():
    def stop(_number, _frame):
        raise Stopped

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


def _stop_at_end_of_input():
    # Without a buffer, whose lock this thread would still hold at the end.
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _fit(options, connect):
    try:
        with open(options.plan, "rb") as file:
            plan = file.read()
    except OSError as error:
        raise failed(f"{options.plan} cannot be read: {error.strerror}.") from None
    here = Engine(options.node_here or _node_on_path(options), options.engine)
    parts = [part["path"] for part in json.loads(checked(tasks.run(here, ["cluster", "parts", plan])))]
    progress = Progress(len(parts), sys.stderr)
    progress.begin("connecting")
    with tempfile.TemporaryDirectory() as folder:
        archive = _archive(options, here, folder)
        where = tasks.Place(options.node, options.engine if options.installed else None, archive and os.path.basename(archive))
        cluster = connect(options, where, archive)
        _obey_signals()
        try:
            solution, errors = _steps(cluster, here, plan, parts, progress)
        finally:
            cluster.close()
    progress.begin("finish")
    _finish(options, here, plan, solution, errors)


def _node_on_path(options):
    """The driver's own node; that of the workers, where none is on its PATH."""
    return "node" if shutil.which("node") else options.node


def _archive(options, here, folder):
    """What is sent to the workers; None where they have all of it."""
    if options.installed and not options.ship_node:
        return None
    path = os.path.join(folder, f"kernelscope-{uuid.uuid4().hex}.zip")
    script = None if options.installed else here.script
    tasks.archive(path, script, shutil.which(options.node_here or _node_on_path(options)) if options.ship_node else None)
    return path


def _steps(cluster, here, plan, parts, progress):
    def visit(stage, solution=None):
        progress.begin(stage)
        result = cluster.reduced(plan, solution, len(parts), progress.part)
        if isinstance(result, Failure) and result.part is not None:
            result = result._replace(file=parts[result.part - 1])
        return checked(result)

    sums = visit("sums")
    progress.begin("solve")
    solution = checked(tasks.run(here, ["cluster", "solve", plan, sums]))
    return solution, visit("errors", solution)


def _finish(options, here, plan, solution, errors):
    if options.steps:
        os.makedirs(options.steps, exist_ok=True)
        for name, content in (("solution", solution), ("errors", errors)):
            _write(os.path.join(options.steps, name), content)
    words = [word for name in ("out", "save") if (path := getattr(options, name)) for word in (f"--{name}", path)]
    if not words:
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("plan", plan), ("solution", solution), ("errors", errors)):
            _write(os.path.join(folder, name), content)
        files = [os.path.join(folder, name) for name in ("plan", "solution", "errors")]
        code = subprocess.call([here.node, here.script, "cluster", "finish", *files, *words])
    if code != 0:
        raise failed("The result could not be written; the engine says why above.")


def _write(path, content):
    """A file that is there whole or not at all. Nobody can have put a link at its name meanwhile, which is new."""
    partial = None
    try:
        number, partial = tempfile.mkstemp(dir=os.path.dirname(path) or ".")
        with os.fdopen(number, "wb") as file:
            file.write(content)
        os.replace(partial, path)
    except OSError as error:
        if partial is not None and os.path.exists(partial):
            os.remove(partial)
        raise failed(f"{path} cannot be written: {error.strerror}.") from None


def version(text):
    """The first two numbers of a version."""
    return tuple(int(number) for number in re.findall(r"\d+", text)[:2])


def reach(address, what):
    """Fails where nobody answers at one of the addresses of "spark://host:port,host:port" or "tcp://host:port"."""
    scheme, _, rest = address.partition("://")
    last = None
    for each in rest.split(","):
        url = urlsplit(f"{scheme}://{each}")
        try:
            socket.create_connection((url.hostname, url.port), PATIENCE).close()
            return
        except (OSError, ValueError, TypeError) as error:
            last = error
    raise failed(f"{what} does not answer at {address}: {getattr(last, 'strerror', None) or last}. Start it, or give its address.")


def groups(pieces):
    """Pieces that belong together, in their order."""
    return [pieces[i : i + GROUP] for i in range(0, len(pieces), GROUP)]
