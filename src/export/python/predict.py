"""Predicts the rows of a file with the model beside this program.

    python3 predict.py ROWS.csv > predictions.csv
"""

import argparse
import sys
import warnings

import kernelscope_cells as cells
import kernelscope_table
from kernelscope_model import Model


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rows", help="a file of delimited text with the columns of the model; - is standard input")
    parser.add_argument("--out", help="where to write the predictions as CSV; otherwise standard output")
    options = parser.parse_args()
    warnings.simplefilter("always", cells.CellWarning)
    warnings.showwarning = lambda message, *_: print(f"predict.py: {message}", file=sys.stderr)
    model = Model()
    try:
        table, number_format = kernelscope_table.read(options.rows, model._model)
        results = model.predict_all(table, number_format)
    except (cells.CellError, OSError) as error:
        sys.exit(f"predict.py: {error}")
    if options.out:
        with open(options.out, "w", encoding="utf-8", newline="") as out:
            kernelscope_table.write(model._model, results, table, number_format, out)
    else:
        out = open(sys.stdout.fileno(), "w", encoding="utf-8", newline="", closefd=False)
        kernelscope_table.write(model._model, results, table, number_format, out)
        out.flush()


if __name__ == "__main__":
    main()
