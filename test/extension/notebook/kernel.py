"""Starts a Python kernel and runs what lines of JSON on standard input say; every output is a line of JSON, in the items of the editor's API."""
import base64
import json
import os
import sys
import threading

from jupyter_client import KernelManager

manager = KernelManager()
manager.start_kernel()
client = manager.client()
client.start_channels()
client.wait_for_ready(timeout=60)


def say(**words):
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


def item(mime, value):
    data = value if isinstance(value, str) else json.dumps(value)
    return {"mime": mime, "data": base64.b64encode(data.encode()).decode()}


def items(kind, content):
    if kind == "stream":
        return [item(f"application/vnd.code.notebook.{content['name']}", content["text"])]
    if kind == "error":
        said = {"name": content["ename"], "message": content["evalue"], "stack": "\n".join(content["traceback"])}
        return [item("application/vnd.code.notebook.error", said)]
    return [item(mime, value) for mime, value in content.get("data", {}).items()]


def watch():
    while True:
        try:
            message = client.get_iopub_msg(timeout=0.5)
        except Exception:
            if not manager.is_alive():
                say(status="dead")
                return
            continue
        kind, content, run = message["msg_type"], message["content"], message["parent_header"].get("msg_id")
        if kind == "status" and content["execution_state"] == "idle":
            say(done=run)
        elif kind in ("stream", "error", "display_data", "execute_result"):
            say(run=run, items=items(kind, content))


threading.Thread(target=watch, daemon=True).start()
say(ready=True)
for line in sys.stdin:
    asked = json.loads(line)
    if "interrupt" in asked:
        manager.interrupt_kernel()
    else:
        say(sent=asked["id"], run=client.execute(asked["code"], store_history=False, allow_stdin=False, stop_on_error=False))
manager.provisioner.process.kill()
os._exit(0)
