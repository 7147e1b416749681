import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClusterSteps } from '../engine/clusterSteps';
import { partOf } from '../engine/contract/context';
import { KernelscopeError } from '../engine/contract/failure';
import type { Chooser } from '../engine/machine/backEnd';
import { asidePath, finished } from '../engine/machine/unfinished';
import { runAdapter } from './adapter';
import type { CommandLine } from './arguments';
import { checkOnCluster } from './clusterOptions';
import { writeFit } from './fit';
import { CLUSTER_ENGINES, type ClusterEngine, ON_CLUSTER } from './options/clusterEngines';
import { fitRequest } from './request';
import { isStandardInput } from './standardStreams';
import { clearProgress, type Terminal, terminalContext } from './terminal';
import { UsageError } from './usage';

/** Plans here, visits the parts on a cluster, and finishes here. `scripts`: the folder of the adapters. */
export async function fitOnCluster(
  { operands, options }: CommandLine,
  engine: ClusterEngine,
  { algebra, scripts, terminal }: { readonly algebra: Chooser; readonly scripts: string; readonly terminal: Terminal },
): Promise<void> {
  checkOnCluster(options, engine);
  if (operands.some(isStandardInput)) throw new UsageError('a cluster reads files: standard input is none.');
  const { script, address } = CLUSTER_ENGINES[engine];
  const context = terminalContext(terminal);
  const steps = new ClusterSteps(algebra);
  const asked = fitRequest(operands[0], { ...options, method: options.method ?? 'nystrom-ridge' });
  const { source: _, ...request } = asked;
  const folder = asidePath();
  try {
    await mkdir(folder, { mode: 0o700 }).catch(notKept);
    const plan = { name: 'the plan', ...(await steps.plan({ ...request, paths: operands }, partOf(context, 0, 0.1))) };
    const path = join(folder, 'plan');
    await writeFile(path, plan.bytes, { mode: 0o600 }).catch(notKept);
    const where = options[address];
    const words = [
      ...[join(scripts, script), path, '--steps', folder],
      ...(where === undefined ? [] : [`--${address}`, where]),
    ];
    const program = options.python ?? ON_CLUSTER.python.default;
    await runAdapter({ engine, program, words }, partOf(context, 0.1, 0.9));
    const [solution, errors] = await Promise.all(
      ['solution', 'errors'].map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
    );
    const run = await steps.finish(plan, solution, [errors], partOf(context, 0.9, 1));
    clearProgress(terminal);
    await writeFit(run, options, terminal, { inputs: operands, rowsOf: run.file.path });
  } finally {
    await finished(folder);
  }
}

function notKept(error: NodeJS.ErrnoException): never {
  throw new KernelscopeError(
    'file/not-written',
    `What the fit sets aside cannot be written (${error.code}). Free some space in the folder for temporary files.`,
  );
}
