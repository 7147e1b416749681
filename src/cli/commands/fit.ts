import { join } from 'node:path';
import { checkWithoutCluster } from '../clusterOptions';
import type { Command } from './command';
import { computing, dataFile, onCluster, request } from './groups';

export const fit: Command = {
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
};
