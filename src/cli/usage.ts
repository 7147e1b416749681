/** The command line was wrong: exit code 2 and one line that says how. */
export class UsageError extends Error {}

export const HELP = `kernelscope: kernel methods for CSV files

  kernelscope fit FILE --target COL [options]     fit and report
  kernelscope recommend FILE --target COL         which method suits the number of rows: time, memory and loss of each
  kernelscope compare FILE --target COL           kernels and baselines side by side on the same folds
  kernelscope predict MODEL FILE [--out CSV]      predict the rows of a file with a saved model
  kernelscope export MODEL --as FORMAT --out FOLDER   the model as a program or data for use elsewhere
  kernelscope inspect FILE [options]              columns of the file and how it was read
  kernelscope methods [--json]                    the methods and their parameters
  kernelscope reproduce [ID] [options]            figures and tables of the papers; lists them without ID

fit
  --target COL             column to predict: its name, or its position counted from 1; repeated: several columns at once;
                           ekpca, ny-kpca and rf-kpca need none; they colour points by it
  --task NAME              classify: the target's values are classes; regress: they are numbers; otherwise (auto) words,
                           yes/no and a number with two values are classified
  --weights COL            column of row weights, at least 0 (name or position)
  --features A,B           columns to use (names or positions); otherwise every usable one
  --method ID              see 'kernelscope methods'; otherwise krr
  --set NAME=VALUE         a parameter of the method, or standardise, missing, maxLevels, maxRows; may be repeated
  --seed N                 seed of every random draw (0)
  --holdout SHARE|FILE     fraction of rows held out at random (0.2; 0 for none), or a file of held-out rows;
                           last:SHARE holds out the last rows, time:COL those with the last values of a column
  --group COL              rows with the same value stay together, in folds and in the held-out rows
  --fold-column COL        the fold of every row; whole folds are held out
  --blocks COL|rows        folds of consecutive rows by a column, or in file order; the last rows are held out
  --where FILTER           only rows for which it holds, such as "age > 30 and sex = 'female'" (docs/data.md)
  --without ROWS           leave rows out, such as 12,40-52, counted from 1; the others stay held out or in training
  --importance             how much the error on held-out rows rises without each column's values
  --save MODEL             save the model for 'predict'
  --report OUT.html        write a report to hand over: one HTML file, or Markdown (OUT.md)
  --json OUT               write the result as JSON; - for standard output

recommend takes the options of fit, except --save, --report and --linear-algebra; --json writes the proposals

compare takes the options of fit, except --save and --report; --json writes every candidate's error and differences

predict
  --out CSV                where to write the predictions of every row; otherwise standard output
  --keep                   the columns of FILE, and behind them T_predicted, T_low95 and T_high95 in meaningful digits

export
  --as FORMAT              python (numpy, and an estimator for scikit-learn), javascript (an ES module), onnx, or json
  --out FOLDER             where to write the files; files of the same names are replaced
  --no-intervals           leave prediction intervals out: of a spectral fit a file many times smaller
  --float64                onnx: numbers of 64 bits in place of 32

inspect
  --json OUT               write the dialect, columns and report as JSON; - for standard output
  --table OUT.csv          write the table as read, as RFC 4180

reproduce
  --file F                 file or folder, needed by some
  --seed N                 seed of every random draw (0)
  --quick                  fewer repetitions, folds or rows than published
  --folds N                only the first N folds, for ckrr-table1
  --draws N                only the first N random draws, where the paper repeats them
  --option NAME=VALUE      a choice the paper leaves open; an unknown name lists the choices; may be repeated
  --out FOLDER             write the numbers as CSV and Markdown, each figure as SVG and its data as CSV
  --json FILE              write the result as JSON; - for standard output

fit, compare, predict and reproduce
  --linear-algebra NAME    embedded (also: auto), or native: OpenBLAS, MKL or Accelerate of this machine, where faster

FILE, and that of --holdout: - is standard input; pipes and <(…) are read too, gzip or not
  zcat table.csv.gz | kernelscope fit - --target y

how a file is read (fit, recommend, compare, predict and inspect; detected if not given)
  --delimiter C            one character, 'tab', or 'blanks' for runs of blanks
  --header yes|no          whether the first line names the columns
  --names A,B              names of the columns, if the first line has none
  --encoding NAME          utf-8, utf-16le, utf-16be or windows-1252
  --decimal C              . or ,
  --thousands C            , . ' blank or none
  --quote C                double, single or none
  --missing-tokens A,B     values that mean a missing cell
  --kind COL=KIND          number, boolean, date, category or text; may be repeated
  --accept-expansion       read a gzip file however large it is unzipped

  --quiet                  no progress on the terminal
  --help, --version

Exit codes: 0 done; 1 the file, the data or the fit failed; 2 the command line is wrong; 130 interrupted;
141 the reader of standard output left before everything was written.
`;
