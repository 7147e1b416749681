import { strict as assert } from 'node:assert';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, Uri, window, workspace } from 'vscode';
import { COMMAND } from '../../../src/extension/ids';
import { failed, fitFile, fitted, kernelscope, loadedFit, suiteFolder, until, wave } from './testBed';

export function fitting(): void {
  describe('a fit', () => {
    const folder = suiteFolder();

    it('gives a stored run and a panel that draws it, and leaves the focus', async () => {
      const { panels } = (await kernelscope()).testing;
      const uri = folder.write('wave.csv', wave(80));
      await window.showTextDocument(uri);
      const id = await fitted(uri, {
        target: 'y',
        features: ['x1', 'x2'],
        parameters: { lambda: 1e-3 },
        design: { seed: 3 },
      });
      const run = await loadedFit(id);
      assert.equal(run.target, 'y');
      assert.deepEqual(run.filter, { kind: 'zones', lambda: 1e-3, k: 0, r: run.spectrum.mu.length });
      assert.deepEqual(run.data.columns, ['x1', 'x2']);
      assert.equal(run.request.design.seed, 3);
      assert.equal(run.origin, uri.toString());
      assert.ok((run.metrics.holdout?.r2 ?? 0) > 0.7, `R² ${run.metrics.holdout?.r2}`);
      const [panel] = panels.of(id);
      assert.equal(panel.title, 'wave.csv · kernel ridge');
      await panel.whenShown();
      assert.equal(window.activeTextEditor?.document.uri.toString(), uri.toString());
    });

    it('is the same for the same seed', async () => {
      const uri = folder.write('same.csv', wave(60));
      const compared = async () => loadedFit(await fitted(uri, { target: 'y' }));
      const [a, b] = [await compared(), await compared()];
      assert.notEqual(a.id, b.id);
      assert.deepEqual(a.spectrum, b.spectrum);
      assert.deepEqual(a.metrics, b.metrics);
    });

    it('at the lambda of the slider is a new run in the same panel', async () => {
      const { panels } = (await kernelscope()).testing;
      const id = await fitted(folder.write('slider.csv', wave(60)));
      const [panel] = panels.of(id);
      await panel.whenShown();
      const before = await loadedFit(id);
      const { r } = before.filter as { readonly r: number };
      await panel.receive({ type: 'use', filter: { kind: 'zones', lambda: 0.02, k: 0, r } });
      assert.notEqual(panel.runId, id);
      const run = await loadedFit(panel.runId);
      assert.deepEqual(run.filter, { ...before.filter, lambda: 0.02 });
      assert.deepEqual(run.kernel, before.kernel);
      assert.deepEqual((await loadedFit(id)).filter, before.filter);
      assert.deepEqual(panels.of(id), []);
    });

    it('reuses the panel of a run and pops a tab out into its own', async () => {
      const { panels } = (await kernelscope()).testing;
      const id = await fitted(folder.write('panels.csv', wave(50)));
      await commands.executeCommand(COMMAND.openRun, id);
      assert.equal(panels.of(id).length, 1);
      await panels.of(id)[0].whenShown();
      await panels.of(id)[0].receive({ type: 'popOut', tab: 'risk' });
      await panels.of(id)[0].receive({ type: 'popOut', tab: 'risk' });
      assert.deepEqual(
        panels.of(id).map(({ only }) => only),
        [undefined, 'risk'],
      );
    });

    it('opens the row of the file that the page points at', async () => {
      const { panels } = (await kernelscope()).testing;
      const uri = folder.write('rows.csv', wave(50));
      const id = await fitted(uri);
      await panels.of(id)[0].whenShown();
      await panels.of(id)[0].receive({ type: 'openLine', line: 7 });
      assert.equal(window.activeTextEditor?.document.uri.toString(), uri.toString());
      assert.equal(window.activeTextEditor?.selection.start.line, 6);
    });

    it('reads a folder, and files selected together, as one table, and opens the row in its file', async () => {
      const { panels } = (await kernelscope()).testing;
      const [head, ...rows] = wave(60).trimEnd().split('\n');
      const parts = join(folder.path, 'parts');
      mkdirSync(parts);
      writeFileSync(join(parts, 'p1.csv'), `${[head, ...rows.slice(0, 40)].join('\n')}\n`);
      writeFileSync(join(parts, 'p2.csv'), `${[head, ...rows.slice(40)].join('\n')}\n`);
      const id = await fitted(Uri.file(parts));
      const run = await loadedFit(id);
      assert.equal(run.file.name, 'parts (2 files)');
      assert.equal(run.data.rows, 60);
      await panels.of(id)[0].whenShown();
      await panels.of(id)[0].receive({ type: 'openLine', line: 44 });
      assert.equal(window.activeTextEditor?.document.uri.fsPath, join(parts, 'p2.csv'));
      assert.equal(window.activeTextEditor?.selection.start.line, 2);
      const files = ['p1.csv', 'p2.csv'].map((name) => Uri.file(join(parts, name)));
      assert.deepEqual(await commands.executeCommand(COMMAND.inspect, files[0], files), { rows: 60, columns: 4 });
    });

    it('says where a row stands in a file too large for the editor, and opens nothing', async () => {
      const { store, panels } = (await kernelscope()).testing;
      const large = folder.write('large.csv', '');
      truncateSync(large.fsPath, 60 * 1024 * 1024);
      const run = await loadedFit(await fitted(folder.write('small.csv', wave(50))));
      await store.save({ ...run, id: 'of-a-large-file', origin: large.toString() });
      await commands.executeCommand(COMMAND.openRun, 'of-a-large-file');
      const [panel] = panels.of('of-a-large-file');
      await panel.whenShown();
      await panel.receive({ type: 'openLine', line: 7 });
      assert.ok(workspace.textDocuments.every(({ uri }) => uri.toString() !== large.toString()));
    });

    it('can be cancelled from its panel too, which then closes', async () => {
      const { panels } = (await kernelscope()).testing;
      const report = failed(fitFile(folder.write('long2.csv', wave(2500)), { target: 'y' }));
      await until('the panel of the fit', () => panels.of('').length > 0);
      const [panel] = panels.of('');
      await panel.receive({ type: 'cancel' });
      assert.equal((await report).code, 'run/cancelled');
      await until('the panel to close', () => panels.of('').length === 0);
    });

    it('can be cancelled at once, and leaves nothing behind', async () => {
      const { store, tasks } = (await kernelscope()).testing;
      const count = (await store.list()).length;
      const report = failed(fitFile(folder.write('long.csv', wave(2500)), { target: 'y' }));
      await until('the fit to run', () => tasks.titles.some((title) => title.startsWith('Fitting')));
      await new Promise((resolve) => setTimeout(resolve, 300));
      const asked = performance.now();
      await commands.executeCommand(COMMAND.cancel, true);
      assert.equal((await report).code, 'run/cancelled');
      const took = performance.now() - asked;
      console.log(`cancelled in ${took.toFixed(0)} ms`);
      assert.ok(took < 400, `${took} ms`);
      assert.equal((await store.list()).length, count);
      assert.deepEqual(tasks.titles, []);
    });

    it('that loses its engine says at which stage, and the next one works', async () => {
      const { engine, tasks } = (await kernelscope()).testing;
      const report = failed(fitFile(folder.write('crash.csv', wave(2500)), { target: 'y' }));
      await until('the fit to run', () => tasks.titles.some((title) => title.startsWith('Fitting')));
      await new Promise((resolve) => setTimeout(resolve, 300));
      await engine.crash();
      const failure = await report;
      assert.equal(failure.code, 'engine/crashed');
      assert.match(failure.message, /at the stage “.+”\. The next command restarts it/);
      await fitted(folder.write('after.csv', wave(40)));
    });

    it('reads files that only the editor can read', async () => {
      const document = await workspace.openTextDocument({ content: wave(50), language: 'plaintext' });
      const run = await loadedFit(await fitted(document.uri));
      assert.equal(run.data.rows, 50);
      assert.equal(run.file.path, '');
    });
  });
}
