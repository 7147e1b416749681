import { join } from 'node:path';
import { checkWithoutCluster } from '../clusterOptions';
import type { OptionName } from '../options/table';
import type { Commands } from './command';
import { computing, dataFile, modelFile, onCluster, reading, request } from './groups';

/** Options that ask for all rows at once, or for what is done here anyway. */
const OF_ALL_ROWS: ReadonlySet<OptionName> = new Set(['without', 'streamed']);

/** The commands that fit, and those that use a model. */
export const FITS = {
  fit: {
    summary: 'fit a table and report',
    operands: [dataFile],
    options: [...request, 'importance', 'save', 'report', 'json', 'out', ...onCluster, ...computing],
    shows: ['target'],
    differs: {
      out: {
        value: 'FOLDER',
        names: 'folder',
        sentence:
          'write reports, figures (SVG, CSV), tables (CSV), result.json, model.ksmodel and run.ksrun into a folder',
      },
    },
    examples: [
      ['kernelscope fit samples/fan-noise.csv --target sound_level_db', 'one column from all others'],
      [
        'kernelscope fit train.csv --target price --holdout test.csv --save price.model',
        'test on another file, and keep the model',
      ],
      [
        "kernelscope fit samples/leaves.csv --target shrub --set kernel='0.2*linear + matern52' --set lengthScaleRule=ard",
        'a kernel of two parts, a length scale for each column',
      ],
      [
        'kernelscope fit samples/leaves.csv --method ny-kpca --target shrub --set components=4',
        'principal components, without a target',
      ],
      [
        "kernelscope fit 'parts/*.csv' --target y --method rf-ridge --on spark --master spark://host:7077 --out run",
        'the files of a table, on a cluster',
      ],
      ['zcat table.csv.gz | kernelscope fit - --target y', 'from a pipe'],
    ],
    run: async (line, { engine, folder, terminal }) => {
      const on = (await import('../arguments')).choiceOf('on', line.options);
      if (on === undefined) {
        checkWithoutCluster(line.options);
        return (await import('../fit')).fitCommand(line, await engine(), terminal);
      }
      const { fitOnClusterCommand } = await import('../onCluster');
      await fitOnClusterCommand(line, on, {
        engine: await engine(),
        scripts: join(folder, '../distributed'),
        terminal,
      });
    },
  },
  recommend: {
    summary: 'which method suits the rows: time, memory and loss of each',
    about:
      'The method asked for and its alternatives, best first, with time, memory, expected loss and the options of fit for it.',
    operands: [dataFile],
    options: [...request, 'json'],
    shows: ['target'],
    examples: [
      ['kernelscope recommend houses.csv --target value', 'ways to fit a large file'],
      ['kernelscope recommend houses.csv --target value --method huber --json -', 'the same for one method, as JSON'],
    ],
    run: async (line, { engine, terminal }) =>
      (await import('../recommend')).recommendCommand(line, await engine(), terminal),
  },
  compare: {
    summary: 'kernels and baselines side by side on the same folds',
    about: 'A kernel or length scale that is set is ignored.',
    operands: [dataFile],
    options: [...request, 'json', 'out', ...computing],
    shows: ['target'],
    differs: {
      out: { value: 'FOLDER', names: 'folder', sentence: 'write race.svg, race.csv and result.json into a folder' },
    },
    examples: [
      ['kernelscope compare samples/flats.csv --target rent', 'the error of each candidate with its interval'],
      ['kernelscope compare samples/leaves.csv --target shrub --set folds=5 --json -', 'on five folds, as JSON'],
    ],
    run: async (line, { engine, terminal }) =>
      (await import('../compare')).compareCommand(line, await engine(), terminal),
  },
  predict: {
    summary: 'predict the rows of a table with a saved model',
    operands: [modelFile, dataFile],
    options: ['out', 'keep', 'inverse', 'json', ...computing, ...reading],
    differs: {
      out: { value: 'CSV', sentence: 'where to write the predictions of every row as CSV; otherwise standard output' },
    },
    examples: [
      ['kernelscope predict price.model new.csv --out predicted.csv', 'a line for each row'],
      ['kernelscope predict price.model new.csv --keep | head', 'behind the columns of the file'],
      ['curl -s https://example.com/rows.csv | kernelscope predict price.model -', 'from a pipe'],
    ],
    run: async (line, { engine, terminal }) =>
      (await import('../predict')).predictCommand(line, await engine(), terminal),
  },
  cluster: {
    summary: 'fit files in steps with files between them, for make, Slurm and the like',
    about:
      'cluster plan FILE… ; cluster map PLAN N [FILE] for each part N from 1 ; cluster merge PLAN SUMS… where it helps ; cluster solve PLAN SUMS… ; cluster map PLAN N --solution SOLUTION for each part again ; cluster finish PLAN SOLUTION ERRORS… (docs/cluster.md). Any order, number of processes and repetition give the same result to the bit.',
    operands: [
      { name: 'STEP', names: 'step', sentence: 'plan, parts, map, merge, solve or finish' },
      {
        name: 'FILE',
        names: 'data',
        sentence:
          'of plan: the rows; of map: the plan, the number of a part and, where its bytes are elsewhere, their file, or - for standard input; of the others: the plan and what was made before',
        repeated: true,
      },
    ],
    options: [
      ...request.filter((name) => !OF_ALL_ROWS.has(name)),
      'part-size',
      'skip-failed-parts',
      'solution',
      'importance',
      'out',
      'save',
      'report',
      'json',
      ...computing,
    ],
    shows: ['out'],
    differs: {
      method: { default: 'nystrom-ridge' },
      out: { sentence: 'where to write what the step makes; of finish a folder with everything, as of fit' },
    },
    examples: [
      [
        'kernelscope cluster plan parts/*.csv --target y --method rf-ridge --out fit.plan',
        'reads files up to a gigabyte',
      ],
      ['kernelscope cluster map fit.plan 7 --out sums-7', 'the sums of part 7'],
      ['kernelscope cluster solve fit.plan sums-* --out fit.solution', 'once all parts are there'],
      ['kernelscope cluster map fit.plan 7 --solution fit.solution --out errors-7', 'the second visit'],
      ['kernelscope cluster finish fit.plan fit.solution errors-* --save fit.model', 'the model and the report'],
    ],
    run: async (line, { algebra, terminal }) =>
      (await import('../cluster')).clusterCommand(line, await algebra(), terminal),
  },
  export: {
    summary: 'a model as a program or data for use elsewhere',
    about: 'FOLDER is made where it is not there; files of the same names in it are replaced.',
    operands: [modelFile],
    options: ['as', 'out', 'intervals', 'no-intervals', 'float64', ...computing],
    shows: ['as', 'out'],
    differs: { out: { value: 'FOLDER', names: 'folder', sentence: 'where to write the files' } },
    examples: [
      ['kernelscope export price.model --as python --out price', 'a program that needs numpy alone'],
      ['kernelscope fit train.csv --target price --save - | kernelscope export - --as json --out price', 'from a pipe'],
      ['kernelscope export price.model --as onnx --no-intervals --out price', 'a small file for a runtime of ONNX'],
    ],
    run: async (line, { engine, terminal }) =>
      (await import('../export')).exportCommand(line, await engine(), terminal),
  },
} satisfies Commands;
