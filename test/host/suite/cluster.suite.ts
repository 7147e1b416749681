import { strict as assert } from 'node:assert';
import { chmodSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationTarget, commands, Uri, workspace } from 'vscode';
import { COMMAND, RUN_ITEM, SETTING } from '../../../src/extension/ids';
import { failed, fitFile, fitted, inTree, kernelscope, loadedFit, suiteFolder, until, wave } from './testBed';

/**
 * A stand-in for Python: does what the scripts have a cluster do, with the engine's one file, part after part on this
 * machine.
 */
const WORKER = `
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { existsSync, writeFileSync } = require('node:fs');
const [script, plan, , steps, ...words] = process.argv.slice(2);
if (!existsSync(script)) throw new Error(script);
if (plan === '--check') process.exit(0);
const cli = join(script, '../../dist/cli.js');
const node = words.find((word) => word.startsWith('--node-here=')).slice('--node-here='.length);
const step = (...line) => {
  const { status, stdout, stderr } = spawnSync(node, [cli, 'cluster', ...line], { encoding: 'utf8' });
  if (status === 0) return stdout;
  process.stderr.write(stderr);
  process.exit(1);
};
const say = (line) => process.stderr.write(JSON.stringify(line) + '\\n');
const parts = JSON.parse(step('parts', plan, '--out', '-')).length;
const visit = (stage, ...more) =>
  Array.from({ length: parts }, (_, i) => {
    say({ stage, done: i, parts, seconds: parts - i });
    const out = join(steps, stage + i);
    step('map', plan, String(i + 1), ...more, '--out', out);
    return out;
  });
`;
const VISITS = `
step('solve', plan, ...visit('sums'), '--out', join(steps, 'solution'));
step('merge', plan, ...visit('errors', '--solution', join(steps, 'solution')), '--out', join(steps, 'errors'));
`;
/** Waits after its first word until it is told to end. */
const waits = (stopped: string) => `
say({ stage: 'sums', done: 1, parts, seconds: 600 });
process.stdin.on('end', () => writeFileSync(${JSON.stringify(stopped)}, '')).resume();
`;

export function onCluster(): void {
  describe('a fit on a cluster', () => {
    const folder = suiteFolder();
    let fittedThere = '';
    const set = (name: string, value: string | undefined) =>
      workspace.getConfiguration().update(name, value, ConfigurationTarget.Global);
    const uses = async (name: string, work: string) => {
      const program = folder.write(name, `#!${process.execPath}\n${WORKER}${work}`).fsPath;
      chmodSync(program, 0o755);
      await set(SETTING.clusterEngine, 'dask');
      await set(SETTING.clusterAddress, 'tcp://localhost:8786');
      await set(SETTING.clusterPython, program);
    };
    const parts = (name: string) => {
      const path = join(folder.path, name);
      mkdirSync(path);
      const [head, ...rows] = wave(240).trimEnd().split('\n');
      for (const [i, from] of [0, 120].entries())
        writeFileSync(join(path, `p${i}.csv`), `${[head, ...rows.slice(from, from + 120)].join('\n')}\n`);
      return Uri.file(path);
    };
    const asked = { target: 'y', parameters: { landmarks: 60, kernel: 'gaussian' } };
    after(async () => {
      for (const name of [SETTING.clusterEngine, SETTING.clusterAddress, SETTING.clusterPython])
        await set(name, undefined);
    });

    it('of a folder is a run as any other: shown, told stale, said as a command line', async () => {
      const { panels } = (await kernelscope()).testing;
      await uses('works', VISITS);
      const uri = parts('parts');
      const id = await fitted(uri, asked, COMMAND.fitOnCluster);
      const run = await loadedFit(id);
      assert.deepEqual(run.request.onCluster, { engine: 'dask', address: 'tcp://localhost:8786' });
      assert.deepEqual([run.data.rows, run.origin, run.file.path], [240, uri.toString(), uri.fsPath]);
      assert.ok((run.metrics.holdout?.r2 ?? 0) > 0.5, `R² ${run.metrics.holdout?.r2}`);
      await panels.of(id)[0].whenShown();
      assert.equal(
        await commands.executeCommand(COMMAND.copyCommandLine, id),
        `kernelscope fit ${uri.fsPath} --target=y --method=nystrom-ridge --set=landmarks=60 --set=kernel=gaussian --on=dask --scheduler=tcp://localhost:8786`,
      );
      assert.equal((await inTree(id)).run.contextValue, RUN_ITEM.run);
      utimesSync(join(uri.fsPath, 'p1.csv'), 1, 4e9);
      assert.equal((await inTree(id)).run.contextValue, RUN_ITEM.stale);
      fittedThere = id;
    });

    it('fitted again goes there again, and can be cancelled at once, which stops what visits the parts', async () => {
      const { store, tasks } = (await kernelscope()).testing;
      const stopped = join(folder.path, 'stopped');
      await uses('waits', waits(stopped));
      const count = (await store.list()).length;
      const report = failed(commands.executeCommand(COMMAND.fitRunAgain, fittedThere));
      await until('the parts to be visited', () =>
        tasks.stages.some((stage) => stage.startsWith('sums over the parts, 1 of 2')),
      );
      const from = performance.now();
      await commands.executeCommand(COMMAND.cancel, true);
      assert.equal((await report).code, 'run/cancelled');
      const took = performance.now() - from;
      console.log(`cancelled in ${took.toFixed(0)} ms`);
      assert.ok(took < 400, `${took} ms`);
      await until('the program to stop', () => existsSync(stopped));
      assert.equal((await store.list()).length, count);
    });

    it('that cannot be had says why', async () => {
      await set(SETTING.clusterPython, '/nowhere/python');
      const { message } = await failed(fitFile(parts('none'), asked, COMMAND.fitOnCluster));
      assert.equal(
        message,
        'There is no Python at /nowhere/python. Install Python 3.10 or newer, or name one in the setting kernelscope.cluster.python.',
      );
    });
  });
}
