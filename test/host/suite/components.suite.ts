import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, Uri } from 'vscode';
import { isComponents } from '../../../src/engine/contract/run';
import type { FitReport } from '../../../src/extension/fit/fitFlow';
import { COMMAND, methodCommand, RUN_ITEM } from '../../../src/extension/ids';
import { failed, fitFile, fitted, inTree, KRR, kernelscope, sample, suiteFolder, wave } from './testBed';

export const PARAMETERS: Readonly<Record<string, object>> = {
  ekpca: { components: 4 },
  'ny-kpca': { components: 4, landmarks: 60 },
  'rf-kpca': { components: 4, features: 80 },
};

export function principalComponents(): void {
  describe('principal components', () => {
    const folder = suiteFolder();

    for (const [id, parameters] of Object.entries(PARAMETERS))
      it(`${id} needs no target: its command fits, the panel draws, the history lists it`, async () => {
        const { store, panels } = (await kernelscope()).testing;
        const runId = await fitted(sample('leaves.csv'), { parameters }, methodCommand(id));
        const run = await store.load(runId);
        assert.ok(isComponents(run));
        assert.equal(run.components.eigenvalues.length, 4);
        assert.equal(run.request.design.target, '');
        assert.ok(run.data.columns.includes('shrub'), 'every usable column takes part');
        const [panel] = panels.of(runId);
        assert.equal(await panel.whenShown(), 'overview');
        const item = await inTree(runId);
        assert.equal(item.group.label, 'leaves.csv — components');
        assert.equal(item.group.contextValue, '', 'components are not compared');
        assert.equal(item.run.contextValue, RUN_ITEM.components);
        // The part behind the dot tells it from runs that were fitted before.
        assert.match(String(item.run.label), /^4 components · ./);
      });

    it('the scores of every row of the file are saved as CSV', async () => {
      const { store } = (await kernelscope()).testing;
      const uri = folder.write('rows.csv', wave(60));
      const runId = await fitted(
        uri,
        { features: ['x1', 'x2', 'y'], parameters: { components: 2 } },
        methodCommand('ekpca'),
      );
      const out = Uri.file(join(folder.path, 'scores.csv'));
      await commands.executeCommand(COMMAND.saveScores, runId, { out });
      const lines = readFileSync(out.fsPath, 'utf8').trimEnd().split('\r\n');
      assert.equal(lines[0], 'row,score1,score2,error');
      assert.equal(lines.length, 61);
      const run = await store.load(runId);
      assert.ok(isComponents(run));
      const { rows, scores, error } = run.components.train;
      const cells = lines[rows[5]].split(',').map(Number);
      assert.equal(cells[0], rows[5]);
      assert.ok(Math.abs(cells[1] - scores[10]) < 1e-5 && Math.abs(cells[3] - error[5]) < 1e-8, cells.join());
    });

    it('"Fit Again" asks nothing, and the target of other fits stays', async () => {
      const { remembered, store } = (await kernelscope()).testing;
      const uri = folder.write('beside.csv', wave(60));
      const components = { features: ['x1', 'x2'], parameters: { components: 2 } };
      await remembered.set(uri.toString(), { method: 'ekpca', target: 'y', components });
      const report = await commands.executeCommand<FitReport>(COMMAND.fitAgain, uri);
      assert.ok('runId' in report, JSON.stringify(report));
      const run = await store.load(report.runId);
      assert.ok(isComponents(run));
      assert.deepEqual(run.data.columns, ['x1', 'x2']);
      assert.equal(remembered.get(uri.toString()).target, 'y');
    });

    it('a method that predicts says that it needs a target', async () => {
      const failure = await failed(fitFile(sample('wave.csv'), { parameters: {} }, KRR));
      assert.equal(failure.code, 'parameter/invalid');
      assert.match(failure.message, /target/);
    });

    it('a run with a target has no scores to save, and says what to do instead', async () => {
      const runId = await fitted(folder.write('fit.csv', wave(50)));
      const failure = await failed(commands.executeCommand(COMMAND.saveScores, runId));
      assert.match(failure.message, /Predict rows/);
    });
  });
}
