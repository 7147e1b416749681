"""Predicts ROWS.csv of each folder named on standard input, "folder<TAB>rows<TAB>out" a line, with the program in the folder, as a person would start it."""

import importlib
import io
import sys
import traceback

OURS = ["kernelscope_cells", "kernelscope_dates", "kernelscope_maps", "kernelscope_table", "kernelscope_model", "kernelscope_outputs", "kernelscope_kernels", "predict"]

for line in sys.stdin.read().splitlines():
    folder, rows, out = line.split("\t")
    sys.path.insert(0, folder)
    sys.argv = ["predict.py", rows, "--out", out]
    try:
        importlib.import_module("predict").main()
    except (Exception, SystemExit):
        with open(out, "w", encoding="utf-8") as failed:
            failed.write("FAILED\n" + " ".join(traceback.format_exc().splitlines()[-3:]))
    sys.path.remove(folder)
    for name in OURS:
        sys.modules.pop(name, None)
