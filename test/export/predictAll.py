"""Predicts ROWS.csv of each folder named on standard input, "folder<TAB>rows<TAB>out" a line, with the program in the folder, as a person would start it. What it says stands in out.err."""

import contextlib
import functools
import importlib
import importlib.machinery
import io
import sys
import traceback

# Most modules of a program are those of every other: each text is compiled once.
compiled = functools.lru_cache(maxsize=None)(lambda text: compile(text, "<exported>", "exec", dont_inherit=True))
importlib.machinery.SourceFileLoader.source_to_code = lambda self, text, path, **_: compiled(text)

OURS = ["kernelscope_cells", "kernelscope_dates", "kernelscope_maps", "kernelscope_notes", "kernelscope_numbers", "kernelscope_table", "kernelscope_model", "kernelscope_outputs", "kernelscope_kernels", "predict"]

for line in sys.stdin.read().splitlines():
    folder, rows, out = line.split("\t")
    sys.path.insert(0, folder)
    sys.argv = ["predict.py", rows, "--out", out]
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            importlib.import_module("predict").main()
    except SystemExit as end:
        with open(out, "w", encoding="utf-8") as failed:
            failed.write(f"ENDED\n{end}")
    except Exception:
        with open(out, "w", encoding="utf-8") as failed:
            failed.write("FAILED\n" + " ".join(traceback.format_exc().splitlines()[-3:]))
    with open(out + ".err", "w", encoding="utf-8") as words:
        words.write(said.getvalue())
    sys.path.remove(folder)
    for name in OURS:
        sys.modules.pop(name, None)
