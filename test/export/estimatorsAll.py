"""Runs estimators.py for each list of its arguments in a JSON list on standard input, in one process, and says as JSON what each printed or how it failed."""

import contextlib
import io
import json
import runpy
import sys
import traceback

answers = []
for arguments in json.load(sys.stdin):
    sys.argv = ["estimators.py", *arguments]
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            runpy.run_path("test/export/estimators.py")
        answers.append({"printed": out.getvalue()})
    except BaseException:
        answers.append({"failed": traceback.format_exc()})
    sys.path.remove(arguments[0])
    for name in [name for name in sys.modules if name.startswith("kernelscope_")]:
        del sys.modules[name]
json.dump(answers, sys.stdout)
