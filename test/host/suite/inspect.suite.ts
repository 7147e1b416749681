import { strict as assert } from 'node:assert';
import { commands, env, type Uri, ViewColumn, window } from 'vscode';
import { COMMAND, PANEL } from '../../../src/extension/ids';
import type { InspectPanel, InspectReport } from '../../../src/extension/panels/inspectPanel';
import { kernelscope, loadedFit, suiteFolder, wave } from './testBed';

const inspect = (uri: Uri) => commands.executeCommand<InspectReport>(COMMAND.inspect, uri);

export function inspecting(): void {
  describe("a file's data", () => {
    after(() => commands.executeCommand('workbench.action.closeAllEditors'));
    const folder = suiteFolder();

    async function shown(uri: Uri): Promise<InspectPanel> {
      const { inspections } = (await kernelscope()).testing;
      const report = await inspect(uri);
      assert.ok('rows' in report, JSON.stringify(report));
      const panel = inspections.all.find(({ origin }) => origin === uri.toString());
      assert.ok(panel);
      await panel.whenShown();
      return panel;
    }

    it('opens in a panel, one for each file, before anything is chosen', async () => {
      const { inspections, remembered } = (await kernelscope()).testing;
      const uri = folder.write('seen.csv', wave(30));
      assert.deepEqual(await inspect(uri), { rows: 30, columns: 4 });
      const panel = await shown(uri);
      assert.deepEqual(await panel.whenShown(), { file: uri.toString() });
      assert.deepEqual(remembered.get(uri.toString()), {}, 'looking chooses nothing');
      assert.equal(inspections.all.filter(({ origin }) => origin === uri.toString()).length, 1);
    });

    it('keeps choices with the file, and the next fit follows them', async () => {
      const { remembered } = (await kernelscope()).testing;
      const uri = folder.write('chosen.csv', wave(60));
      const panel = await shown(uri);
      await panel.receive({ type: 'dataChange', change: { kind: 'target', column: 3 } });
      await panel.receive({ type: 'dataChange', change: { kind: 'role', columns: [2], role: 'out' } });
      await panel.receive({ type: 'dataChange', change: { kind: 'role', columns: [1], role: 'order' } });
      const { target, features, design } = remembered.get(uri.toString());
      assert.deepEqual([target, features, design?.splitBy], ['y', ['x1', 'x2'], { kind: 'blocks', by: 'x2' }]);
      await panel.receive({ type: 'dataAction', action: 'copyCommandLine' });
      assert.match(await env.clipboard.readText(), /^kernelscope fit \S+chosen\.csv --target=y .*--blocks=x2/);
      const report = await commands.executeCommand<{ readonly runId: string }>(COMMAND.fitAgain, uri);
      const run = await loadedFit(report.runId);
      assert.deepEqual(run.request.design.features, ['x1', 'x2']);
      assert.deepEqual(run.request.design.splitBy, { kind: 'blocks', by: 'x2' });
    });

    it('comes back with its window, with what was sorted, filtered and open', async () => {
      const { inspections } = (await kernelscope()).testing;
      const uri = folder.write('back.csv', wave(40));
      const view = window.createWebviewPanel(PANEL.inspect, 'back.csv · data', ViewColumn.Active);
      const state = { file: uri.toString(), sort: 'gaps', filter: 'x', open: 1 } as const;
      await inspections.deserializeWebviewPanel(view, { ...state, runId: 7 });
      assert.deepEqual(await inspections.all.at(-1)?.whenShown(), state);
    });

    it('says in a sentence what cannot be read, and reads it again when that is mended', async () => {
      const { inspections } = (await kernelscope()).testing;
      const uri = folder.write('header.csv', 'a,b,c\n');
      const report = await inspect(uri);
      assert.ok('failure' in report && report.failure.code === 'data/header-only', JSON.stringify(report));
      const panel = inspections.all.find(({ origin }) => origin === uri.toString());
      folder.write('header.csv', wave(20));
      assert.deepEqual(await panel?.look(), { rows: 20, columns: 4 });
    });

    it('shows names that look like links and markup as they are', async () => {
      const uri = folder.write('hostile.csv', '[x](command:y),<img src=x>,y\n1,2,3\n4,5,6\n7,8,10\n');
      assert.deepEqual(await inspect(uri), { rows: 3, columns: 3 });
      await shown(uri);
    });
  });
}
