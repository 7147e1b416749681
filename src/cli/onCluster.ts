import { resolve } from 'node:path';
import type { Adapter } from '../cluster/adapter';
import { fitOnCluster } from '../cluster/fitOnCluster';
import { CLUSTER_ENGINES, type ClusterEngine, DETAIL_NAMES } from '../engine/contract/cluster';
import type { Engine } from '../engine/engine';
import type { CommandLine } from './arguments';
import { checkOnCluster } from './clusterOptions';
import { checkImportance, writeFit } from './fit';
import { pathOf, tablePath } from './input';
import { ON_CLUSTER } from './options/clusterEngines';
import type { Options } from './options/table';
import { partSizeOf } from './partSize';
import { inputsOf, requestOfOptions, withInputs } from './request';
import { isStandardInput } from './standardStreams';
import { clearProgress, type Terminal, terminalContext } from './terminal';
import { UsageError } from './usage';

/** `fit --on`. `scripts`: the folder of the adapters. */
export async function fitOnClusterCommand(
  { operands, options }: CommandLine,
  on: ClusterEngine,
  { engine, scripts, terminal }: { readonly engine: Engine; readonly scripts: string; readonly terminal: Terminal },
): Promise<void> {
  checkOnCluster(options, on);
  if (operands.some(isStandardInput)) throw new UsageError('a cluster reads files: standard input is none.');
  const asked = await withInputs(
    requestOfOptions(tablePath(operands), { ...options, method: options.method ?? 'nystrom-ridge' }),
    terminal,
  );
  checkImportance(options, asked);
  const address = options[CLUSTER_ENGINES[on].address];
  const size = options['part-size'];
  const place = {
    engine: on,
    ...(address !== undefined && { address }),
    ...(options['skip-failed-parts'] && { skipFailed: true }),
    ...(size !== undefined && { partSize: partSizeOf(size) }),
  };
  const { python = ON_CLUSTER.python.default } = options;
  const program = /[\\/]/.test(python) ? resolve(python) : python;
  const context = terminalContext(terminal);
  const { progress } = context;
  const { importance: measured = false } = options;
  const run = await fitOnCluster(
    { request: { ...asked, onCluster: place }, importance: measured },
    {
      place,
      program,
      naming: 'with --python',
      scripts,
      details: detailsOf(options),
      shipNode: options['ship-node'] === true,
    },
    (method, params, { onProgress = progress }) =>
      engine.handlers[method](params, { ...context, progress: onProgress }),
    { onProgress: progress },
  );
  clearProgress(terminal);
  const rowsOf = pathOf(run.request.source);
  const inputs = [...operands, ...inputsOf(asked).slice(1)];
  await writeFit(run, options, terminal, { inputs, rowsOf });
}

/** Paths of files are relative to this folder; node is a program on the workers. */
const detailsOf = (options: Options): Adapter['details'] =>
  Object.fromEntries(
    DETAIL_NAMES.flatMap((name) => {
      const value = options[name];
      return value === undefined ? [] : [[name, name === 'node' ? value : resolve(value)]];
    }),
  );
