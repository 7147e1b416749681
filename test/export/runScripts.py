"""Runs the programs named on standard input, a list in JSON, each for itself, and says as JSON what each printed or how it ended."""

import contextlib
import io
import json
import os
import sys
import traceback

import nbformat

answers = []
for path in json.load(sys.stdin):
    out = io.StringIO()
    # As an editor starts it, and Jupyter a notebook: in its folder.
    os.chdir(os.path.dirname(path))
    world = {"__name__": "__main__"}
    try:
        if path.endswith(".ipynb"):
            notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
            nbformat.validate(notebook)
            code = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
        else:
            world["__file__"] = path
            with open(path, encoding="utf-8") as program:
                code = program.read()
        with contextlib.redirect_stdout(out):
            exec(compile(code, path, "exec"), world)
        answers.append({"printed": out.getvalue()})
    except SystemExit as end:
        answers.append({"printed": out.getvalue(), "said": str(end)})
    except Exception:
        answers.append({"printed": out.getvalue(), "failed": "\n".join(traceback.format_exc().splitlines()[-4:])})
json.dump(answers, sys.stdout)
