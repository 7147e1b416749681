import { strict as assert } from 'node:assert';
import { commands } from 'vscode';
import { COMMAND, methodCommand } from '../../../src/extension/ids';
import { fitted, kernelscope, loadedFit, sample } from './testBed';

const HUBER = methodCommand('huber');
const GAUGE = { target: 'level_cm', parameters: { folds: 3, kernel: 'gaussian' } };

export function improving(): void {
  describe('a fit that is improved', () => {
    it('leaves out its suspects in a new run, tested on the same rows, and goes back', async () => {
      const { panels } = (await kernelscope()).testing;
      const run = await loadedFit(await fitted(sample('gauge.csv'), GAUGE, HUBER));
      const [panel] = panels.of(run.id);
      await panel.whenShown();
      const rows = run.robust?.suspects.map(({ row }) => row) ?? [];
      assert.ok(rows.length > 0, 'the sensor failed now and then');
      await panel.receive({ type: 'change', change: { kind: 'leaveOut', rows: rows.join(',') } });
      assert.notEqual(panel.runId, run.id);
      const without = await loadedFit(panel.runId);
      assert.equal(without.data.train, run.data.train - rows.length);
      assert.deepEqual(without.holdout?.rows, run.holdout?.rows);
      assert.ok(rows.every((row) => !without.robust?.rows.includes(row)));
      await panel.receive({ type: 'showBefore' });
      assert.equal(panel.runId, run.id);
    });

    it('is fitted with fewer columns, and a filter of rows is kept with the run', async () => {
      const { panels } = (await kernelscope()).testing;
      const design = { where: 'area_m2 > 40 and district is not missing' };
      const given = { target: 'rent', parameters: { kernel: 'gaussian' }, design };
      const run = await loadedFit(await fitted(sample('flats.csv'), given));
      assert.equal(run.request.design.where, design.where);
      assert.ok(run.data.used < run.data.rows);
      const [panel] = panels.of(run.id);
      await panel.whenShown();
      const features = run.data.columns.slice(0, 3);
      await panel.receive({ type: 'change', change: { kind: 'columns', features } });
      const fewer = await loadedFit(panel.runId);
      assert.deepEqual(fewer.data.columns, features);
      assert.equal(fewer.data.used, run.data.used);
    });

    it('leaves rows out by the command, and says why it cannot', async () => {
      const { panels, tree } = (await kernelscope()).testing;
      const run = await loadedFit(await fitted(sample('gauge.csv'), GAUGE, HUBER));
      const report = (await commands.executeCommand(COMMAND.leaveOut, run.id, { rows: [3, 4, 5, 9] })) as {
        runId: string;
      };
      const without = await loadedFit(report.runId);
      assert.equal(without.request.design.without, '3-5,9');
      assert.equal(panels.of(report.runId).length, 1);
      assert.ok(tree);
      const suspects = (await commands.executeCommand(COMMAND.leaveOut, run.id)) as { runId: string };
      const { design } = (await loadedFit(suspects.runId)).request;
      assert.ok(design.without);
      const failed = (await commands.executeCommand(COMMAND.leaveOut, run.id, { rows: [1e9] })) as {
        failure: { message: string };
      };
      assert.match(failed.failure.message, /Row 1,000,000,000 cannot be left out: gauge\.csv has/);
      const none = (await commands.executeCommand(COMMAND.leaveOut, run.id, { rows: 'some' })) as {
        failure: { code: string };
      };
      assert.equal(none.failure.code, 'parameter/invalid');
    });

    it('answers what its page asks', async () => {
      const { engine, store } = (await kernelscope()).testing;
      const run = await store.load((await loadedFit(await fitted(sample('gauge.csv'), GAUGE, HUBER))).id);
      const { request, model } = run;
      const card = await engine.call('row', { request, model, row: 7 });
      assert.equal(card.row, 7);
      const ask = { id: run.id, model, source: request.source, read: request.read, row: 7, intervals: true };
      const as = await engine.call('whatIf', { ...ask, values: {} });
      assert.ok(Number.isFinite(as.outputs[0].predicted[0]));
      const found = await engine.call('describeRows', { request, rows: '1-5' });
      assert.equal(found.rows, 5);
      const csv = await engine.call('rowsCsv', { request, rows: '2' });
      assert.equal(csv.trim().split('\r\n').length, 2);
    });
  });
}
