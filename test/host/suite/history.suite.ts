import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, env, TabInputCustom, Uri, ViewColumn, window } from 'vscode';
import { RunStore } from '../../../src/doors/runs/store';
import { isDamaged } from '../../../src/doors/runs/summary';
import type { StoredRun } from '../../../src/engine/contract/run';
import type { FitReport } from '../../../src/extension/fit/fitFlow';
import { COMMAND, PANEL, RUN_ITEM } from '../../../src/extension/ids';
import { isGroup } from '../../../src/extension/runs/tree';
import { answeringWarnings, failed, fitted, inTree, kernelscope, loadedFit, suiteFolder, until, wave } from './testBed';

export function history(): void {
  describe('the history', () => {
    const folder = suiteFolder();

    it('survives the window: another store reads the same run', async () => {
      const { store } = (await kernelscope()).testing;
      const id = await fitted(folder.write('kept.csv', wave(60)));
      const again = new RunStore(store.folder);
      const [entry] = await again.list();
      assert.equal(entry.id, id);
      assert.deepEqual(await again.load(id), await store.load(id));
    });

    it('gives a page that was saved before its fit was done the run that came of it', async () => {
      const { panels } = (await kernelscope()).testing;
      const id = await fitted(folder.write('early.csv', wave(60)));
      await commands.executeCommand('workbench.action.closeAllEditors');
      const view = window.createWebviewPanel(PANEL.results, 'early.csv · kernel ridge', ViewColumn.Active);
      await panels.deserializeWebviewPanel(view, { runId: '', tab: 'overview' });
      assert.equal(panels.of(id).length, 1);
      view.dispose();
    });

    it('shows its runs in the tree by file and target, and damaged ones as such', async () => {
      const { store, tree } = (await kernelscope()).testing;
      const id = await fitted(folder.write('tree.csv', wave(50)));
      writeFileSync(join(store.folder, 'damaged.ksrun'), 'not a run');
      const entries = await tree.getChildren();
      assert.equal(
        entries.some((entry) => !isGroup(entry) && isDamaged(entry) && entry.id === 'damaged'),
        true,
      );
      const item = await inTree(id);
      assert.equal(item.group.label, 'tree.csv — y');
      assert.match(String(item.run.label), /^0\.\d+ · ./);
      assert.match(String(item.run.description), /^kernel set by you · RMSE [\d.]+ · 40 rows · just now$/);
      await commands.executeCommand(COMMAND.deleteRun, { id: 'damaged' });
      assert.equal(
        (await store.list()).some((entry) => entry.id === 'damaged'),
        false,
      );
    });

    it('tells runs of one file apart, the best first, under a name of the person, and a stale one as such', async () => {
      const { store, tree, marks } = (await kernelscope()).testing;
      const file = folder.write('several.csv', wave(80));
      const best = await fitted(file, { target: 'y', parameters: { kernel: 'gaussian' } });
      const worst = await fitted(file, { target: 'y', parameters: { kernel: 'linear' } });
      const group = (await tree.getChildren()).find((node) => isGroup(node) && node.file === 'several.csv');
      assert.ok(group && isGroup(group));
      assert.deepEqual(
        group.runs.map(({ id }) => id),
        [best, worst],
      );
      assert.equal((await inTree(best)).group.contextValue, RUN_ITEM.group);
      await commands.executeCommand(COMMAND.renameRun, { id: worst }, 'a straight line');
      assert.match(String((await inTree(worst)).run.label), / · a straight line$/);
      await commands.executeCommand(COMMAND.pinRun, { id: worst });
      assert.match(String((await inTree(worst)).run.description), /^baseline · /);
      await commands.executeCommand(COMMAND.pinRun, { id: worst });
      assert.match(String((await inTree(worst)).run.description), /^RMSE /);

      assert.equal((await inTree(best)).run.contextValue, RUN_ITEM.run);
      folder.write('several.csv', wave(90));
      const stale = (await inTree(best)).run;
      assert.equal(stale.contextValue, RUN_ITEM.stale);
      assert.match(String(stale.description), /^the file has changed · /);
      const again = await commands.executeCommand<FitReport>(COMMAND.fitRunAgain, { id: worst });
      assert.ok('runId' in again, JSON.stringify(again));
      const fresh = await loadedFit(again.runId);
      assert.deepEqual(fresh.request.parameters, (await loadedFit(worst)).request.parameters);
      assert.equal(fresh.data.rows, 90);
      assert.equal((await inTree(again.runId)).run.contextValue, RUN_ITEM.run);

      await commands.executeCommand(COMMAND.deleteRun, { id: best }, [{ id: best }, { id: worst }]);
      const left = (await store.list()).map(({ id }) => id);
      assert.deepEqual([left.includes(best), left.includes(worst), left.includes(again.runId)], [false, false, true]);
      await tree.getChildren();
      assert.equal(marks.nameOf(worst), undefined, 'nothing is kept of a run that is gone');
    });

    it('shows a run of an earlier version as damaged, in the tree and in a panel, and goes on', async () => {
      const { store, tree, panels } = (await kernelscope()).testing;
      const id = await fitted(folder.write('earlier.csv', wave(50)));
      const { axes: _, kernel: __, filter: ___, paths: ____, ...stored } = await loadedFit(id);
      await store.save({ ...stored, id: 'earlier' } as StoredRun);
      const entry = (await tree.getChildren()).find((child) => !isGroup(child) && child.id === 'earlier');
      assert.ok(entry && !isGroup(entry) && isDamaged(entry));
      assert.match(String(tree.getTreeItem(entry).description), /earlier version/);
      const view = window.createWebviewPanel(PANEL.results, 'earlier.csv · kernel ridge', ViewColumn.Active);
      await panels.deserializeWebviewPanel(view, { runId: 'earlier', tab: 'risk' });
      assert.equal(panels.of('earlier').length, 1);
      const failure = await failed(
        commands.executeCommand(COMMAND.predict, 'earlier', {
          file: folder.write('rows2.csv', wave(12)),
          out: Uri.file(join(folder.path, 'none.csv')),
        }),
      );
      assert.equal(failure.code, 'run/unreadable');
      view.dispose();
      await commands.executeCommand(COMMAND.openRun, id);
      await panels.of(id)[0].whenShown();
      await store.delete('earlier');
    });

    it('predicts the rows of a file with the model of a run', async () => {
      const id = await fitted(folder.write('model.csv', wave(120)));
      const file = folder.write('rows.csv', wave(12));
      const out = Uri.file(join(folder.path, 'out.csv'));
      await commands.executeCommand(COMMAND.predict, id, { file, out });
      const [head, ...rows] = readFileSync(out.fsPath, 'utf8').trim().split(/\r?\n/);
      assert.equal(head, 'x1,x2,colour,y,y_predicted,y_low95,y_high95');
      assert.equal(rows.length, 12);
      for (const row of rows) {
        const cells = row.split(',');
        const [observed, predicted, lower, upper] = cells.slice(3).map(Number);
        assert.ok(
          cells.slice(4).every((cell) => cell.length <= 8),
          row,
        );
        assert.ok(lower < predicted && predicted < upper, row);
        assert.ok(Math.abs(predicted - observed) < 0.6, row);
      }
    });

    it('writes a report and a copy of a run, copies its command line, and takes the copy into the history', async () => {
      const { panels, store } = (await kernelscope()).testing;
      const id = await fitted(folder.write("it's a model.csv", wave(60)), { target: 'y', features: ['x1'] });
      const at = (name: string) => Uri.file(join(folder.path, name));
      await commands.executeCommand(COMMAND.report, id, { out: at('report.html') });
      assert.match(readFileSync(at('report.html').fsPath, 'utf8'), /^<!doctype html>[\s\S]*<svg /);
      await commands.executeCommand(COMMAND.report, id, { out: at('report.md') });
      assert.match(readFileSync(at('report.md').fsPath, 'utf8'), /^# How well can y be predicted\?/);
      const line = await commands.executeCommand<string>(COMMAND.copyCommandLine, id);
      assert.match(line, /^kernelscope fit '.*it'\\''s a model\.csv' --target=y --features=x1$/);
      assert.equal(await env.clipboard.readText(), line);
      await commands.executeCommand(COMMAND.shareRun, id, { out: at('copy.ksrun') });
      const imported = await commands.executeCommand<{ runId: string }>(COMMAND.importRun, at('copy.ksrun'));
      assert.notEqual(imported.runId, id);
      assert.equal((await store.load(imported.runId)).file.name, "it's a model.csv");
      await panels.of(imported.runId)[0].whenShown();
      await store.delete(imported.runId);
    });

    it('exports a model into a new folder each time, and as its own file', async () => {
      const id = await fitted(folder.write('exported.csv', wave(60)), { target: 'y', features: ['x1'] });
      const here = Uri.file(folder.path);
      const exported = async (format: string, out: Uri) =>
        (await commands.executeCommand<{ out: Uri }>(COMMAND.exportModel, id, { format, out })).out.fsPath;
      const first = await exported('python', here);
      assert.ok(first.endsWith('exported-y-python'), first);
      assert.match(readFileSync(join(first, 'predict.py'), 'utf8'), /^"""Predicts the rows of a file/);
      assert.ok((await exported('python', here)).endsWith('exported-y-python-2'));
      const { predict } = await import(Uri.file(join(await exported('javascript', here), 'model.js')).toString());
      const [{ predicted, lower }] = predict([{ x1: 0.5 }]);
      assert.ok(lower < predicted);
      const out = join(folder.path, 'exported.ksmodel');
      // All in one value, as a keybinding passes it.
      await commands.executeCommand(COMMAND.exportModel, { run: id, format: 'ksmodel', out });
      assert.equal(readFileSync(out).subarray(0, 4).toString(), 'KSCP');
    });

    it("opens a run's file in an editor, and says what is wrong with a damaged one", async () => {
      const { panels, store } = (await kernelscope()).testing;
      const id = await fitted(folder.write('opened.csv', wave(60)));
      const copy = Uri.file(join(folder.path, 'opened.ksrun'));
      await commands.executeCommand(COMMAND.shareRun, id, { out: copy });
      const before = panels.openRuns();
      await commands.executeCommand('vscode.open', copy);
      const fresh = () => [...panels.openRuns()].find((run) => !before.has(run));
      await until('the editor', fresh);
      const shown = fresh() ?? '';
      assert.equal(await panels.of(shown)[0].whenShown(), 'overview');
      assert.ok(!(await store.list()).some((entry) => entry.id === shown), 'it is in no list');
      const damaged = folder.write('damaged.ksrun', 'nothing');
      assert.equal((await failed(commands.executeCommand(COMMAND.importRun, damaged))).code, 'run/unreadable');
      const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
      const ofCopy = tabs.filter(({ input }) => input instanceof TabInputCustom && input.uri.path === copy.path);
      await window.tabGroups.close(ofCopy);
      await until('the end of the editor', () => !panels.openRuns().has(shown));
    });

    it('replaces a file that stands where predictions are to go only after a yes', async () => {
      const id = await fitted(folder.write('model3.csv', wave(60)));
      const file = folder.write('rows3.csv', wave(12));
      const out = folder.write('mine.csv', 'mine');
      // As a link would call it: what is in an address is JSON.
      const predict = () => commands.executeCommand(COMMAND.predict, id, JSON.parse(JSON.stringify({ file, out })));
      const asked = await answeringWarnings(undefined, async () => {
        assert.equal((await failed(predict())).code, 'run/cancelled');
      });
      // Findings about the rows are other warnings beside it.
      assert.deepEqual(
        asked.filter((text) => text.endsWith('?')),
        ['Replace mine.csv?'],
      );
      assert.equal(readFileSync(out.fsPath, 'utf8'), 'mine');
      await answeringWarnings('Replace', predict);
      assert.match(readFileSync(out.fsPath, 'utf8'), /^x1,x2,colour,y,y_predicted,/);
    });

    it('predicts nothing from a file without the columns, and says which', async () => {
      const id = await fitted(folder.write('model2.csv', wave(60)));
      const file = folder.write('others.csv', 'a,b\n1,2\n3,4\n');
      const failure = await failed(
        commands.executeCommand(COMMAND.predict, id, { file, out: join(folder.path, 'no.csv') }),
      );
      assert.match(failure.message, /x1/);
    });

    it('forgets a run on request, and all of them after a yes', async () => {
      const { store } = (await kernelscope()).testing;
      const id = await fitted(folder.write('gone.csv', wave(40)));
      await commands.executeCommand(COMMAND.deleteRun, { id });
      assert.equal(
        (await store.list()).some((entry) => entry.id === id),
        false,
      );
      await fitted(folder.write('gone2.csv', wave(40)));
      const clear = () => commands.executeCommand(COMMAND.clearRuns, true);
      assert.equal((await answeringWarnings(undefined, clear)).length, 1);
      assert.notEqual((await store.list()).length, 0);
      await answeringWarnings('Delete All', clear);
      assert.deepEqual(await store.list(), []);
    });
  });
}
