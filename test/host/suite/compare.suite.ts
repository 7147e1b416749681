import { strict as assert } from 'node:assert';
import { commands, ViewColumn, window } from 'vscode';
import type { CompareReport } from '../../../src/extension/compare/compareFile';
import { COMMAND, PANEL } from '../../../src/extension/ids';
import { isGroup } from '../../../src/extension/runs/tree';
import { failed, fitted, kernelscope, suiteFolder, wave } from './testBed';

export function comparing(): void {
  describe('a comparison', () => {
    after(() => commands.executeCommand('workbench.action.closeAllEditors'));
    const folder = suiteFolder();

    it('opens for runs that are selected in the view, for a group, and for a run with the others of its file', async () => {
      const { comparisons, tree, panels } = (await kernelscope()).testing;
      const file = folder.write('compared.csv', wave(80));
      const ids = [
        await fitted(file, { target: 'y', parameters: { kernel: 'gaussian' } }),
        await fitted(file, { target: 'y', parameters: { kernel: 'linear' } }),
      ];
      const compare = (...given: unknown[]) =>
        commands.executeCommand<{ readonly runIds: readonly string[] }>(COMMAND.compareRuns, ...given);
      const selected = await compare(
        { id: ids[0] },
        ids.map((id) => ({ id })),
      );
      assert.deepEqual(selected.runIds, ids);
      const panel = comparisons.all.find(({ runIds }) => runIds.includes(ids[0]));
      assert.ok(panel);
      assert.deepEqual((await panel.whenShown()).runIds, ids);
      const group = (await tree.getChildren()).find((node) => isGroup(node) && node.file === 'compared.csv');
      assert.deepEqual((await compare(group)).runIds.toSorted(), ids.toSorted());
      assert.deepEqual((await compare({ id: ids[1] })).runIds.toSorted(), ids.toSorted());
      assert.equal(
        comparisons.all.filter(({ runIds }) => runIds.includes(ids[0])).length,
        1,
        'one panel for the same runs',
      );
      await panels.of(ids[0])[0]?.receive({ type: 'compare' });
      assert.equal(comparisons.all.filter(({ runIds }) => runIds.includes(ids[0])).length, 1);
    });

    it('keeps the baseline that is pinned, and comes back with its window', async () => {
      const { comparisons, marks, store } = (await kernelscope()).testing;
      const file = folder.write('pinned.csv', wave(60));
      const ids = [await fitted(file), await fitted(file, { target: 'y', parameters: { kernel: 'linear' } })];
      await commands.executeCommand(COMMAND.compareRuns, ids);
      const panel = comparisons.all.find(({ runIds }) => runIds.includes(ids[0]));
      assert.ok(panel);
      await panel.whenShown();
      await panel.receive({ type: 'compareState', view: { runIds: ids, baseline: ids[1] } });
      const run = await store.load(ids[1]);
      assert.equal(marks.baselineOf(JSON.stringify([run.origin, 'y'])), ids[1]);
      const view = window.createWebviewPanel(PANEL.compare, 'pinned.csv · comparison', ViewColumn.Active);
      await comparisons.deserializeWebviewPanel(view, { runIds: ids, baseline: ids[1] });
      const state = await comparisons.all.at(-1)?.whenShown();
      assert.deepEqual([state?.runIds, state?.baseline], [ids, ids[1]]);
    });

    it('refuses runs of different files by a sentence', async () => {
      const ids = [await fitted(folder.write('one.csv', wave(40))), await fitted(folder.write('two.csv', wave(40)))];
      const failure = await failed(commands.executeCommand(COMMAND.compareRuns, ids));
      assert.match(failure.message, /^Only runs of one file can be compared; these are of one\.csv and two\.csv\.$/);
    });

    it('lets candidates race on a file, and fits one that is picked', async () => {
      const { comparisons } = (await kernelscope()).testing;
      const file = folder.write('race.csv', wave(90));
      const report = await commands.executeCommand<CompareReport>(COMMAND.compare, file, {
        target: 'y',
        parameters: { folds: 3 },
      });
      assert.ok('race' in report && report.chosen, JSON.stringify(report));
      const panel = comparisons.all.at(-1);
      assert.ok(panel);
      const state = await panel.whenShown();
      assert.deepEqual([state.race, state.runIds], [report.race, []]);
      await panel.receive({ type: 'fitCandidate', lane: report.chosen });
      assert.equal(panel.runIds.length, 1);
      const again = await panel.whenShown();
      assert.equal(again.runIds.length, 1);
    });

    it('says what is wrong with a column that is not there, and leaves no panel behind', async () => {
      const { comparisons } = (await kernelscope()).testing;
      const before = comparisons.all.length;
      const failure = await failed(
        commands.executeCommand(COMMAND.compare, folder.write('wrong.csv', wave(40)), { target: 'z' }),
      );
      assert.equal(failure.code, 'data/unknown-column');
      assert.equal(comparisons.all.length, before);
    });
  });
}
