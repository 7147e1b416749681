import { strict as assert } from 'node:assert';
import { commands, type Uri, window, workspace } from 'vscode';
import type { FitReport } from '../../../src/extension/fit/fitFlow';
import { COMMAND, methodCommand, SETTING } from '../../../src/extension/ids';
import { accept, dismiss, fitFile, kernelscope, loadedFit, suiteFolder, until, wave } from './testBed';

export function picks(): void {
  describe('the picks', () => {
    const folder = suiteFolder();

    it('propose a target and all usable others; both are remembered', async () => {
      const { remembered } = (await kernelscope()).testing;
      const uri = folder.write('picked.csv', wave(60));
      const report = await accept(fitFile(uri));
      assert.ok('runId' in report, JSON.stringify(report));
      const run = await loadedFit(report.runId);
      assert.equal(run.target, 'y');
      assert.ok(
        ['x1', 'x2', 'colour'].every((name) => run.data.columns.includes(name)),
        run.data.columns.join(),
      );
      assert.equal(remembered.get(uri.toString()).target, 'y');
    });

    it('of principal components ask for columns alone, and keep the target of other fits', async () => {
      const { remembered, store } = (await kernelscope()).testing;
      const uri = folder.write('columns.csv', wave(60));
      await remembered.set(uri.toString(), { method: 'krr', target: 'x2' });
      const report = await accept(fitFile(uri, undefined, methodCommand('ekpca')));
      assert.ok('runId' in report, JSON.stringify(report));
      const run = await store.load(report.runId);
      assert.deepEqual([...run.data.columns].sort(), ['colour', 'x1', 'x2', 'y']);
      const { method, target, components } = remembered.get(uri.toString());
      assert.deepEqual([method, target, components?.features], ['ekpca', 'x2', undefined]);
    });

    it('are not asked again by "Fit Again"', async () => {
      const { remembered } = (await kernelscope()).testing;
      const uri = folder.write('again.csv', wave(60));
      await remembered.set(uri.toString(), {
        method: 'krr',
        target: 'x2',
        features: ['x1'],
        design: { holdout: { kind: 'fraction', fraction: 0.5 } },
      });
      const report = await commands.executeCommand<FitReport>(COMMAND.fitAgain, uri);
      assert.ok('runId' in report, JSON.stringify(report));
      const run = await loadedFit(report.runId);
      assert.equal(run.target, 'x2');
      assert.deepEqual(run.data.columns, ['x1']);
      assert.equal(run.data.holdout, 30);
    });

    it('of the form reach the fit; "Save as My Default" writes what differs, and the form stays', async () => {
      const { questions, store } = (await kernelscope()).testing;
      const configuration = () => workspace.getConfiguration().inspect<object>(SETTING.defaults)?.globalValue;
      const uri = folder.write('formed.csv', wave(60));
      const done = commands.executeCommand<FitReport>(COMMAND.settings, uri);
      await until('the form', () => questions.size === 1);
      const [form] = questions;
      const values = { 'target:': '0', 'features:': ['x1', 'x2'], kernel: 'laplace', holdout: '0.5', folds: '5' };
      await form.receive({ type: 'formAction', action: 'fit', values: { ...values, folds: 'none' } });
      assert.equal(questions.size, 1, 'what is wrong keeps the form');
      await form.receive({ type: 'formAction', action: 'save', values });
      assert.deepEqual(configuration(), { kernel: 'laplace', holdout: 0.5, folds: 5 });
      await form.receive({
        type: 'formAction',
        action: 'save',
        values: { ...values, kernel: 'auto', holdout: '', folds: '' },
      });
      assert.equal(configuration(), undefined);
      await form.receive({ type: 'formAction', action: 'fit', values });
      const report = await done;
      assert.ok('runId' in report, JSON.stringify(report));
      assert.equal(questions.size, 0);
      const run = await store.load(report.runId);
      assert.deepEqual(run.data.columns, ['x1', 'x2']);
      assert.equal(run.data.holdout, 30);
      assert.deepEqual(run.request.parameters, { kernel: 'laplace', folds: 5, seed: 0 });
    });

    it('of the form take another method, with what was chosen so far', async () => {
      const { questions, store, remembered } = (await kernelscope()).testing;
      const uri = folder.write('other-method.csv', wave(60));
      const done = commands.executeCommand<FitReport>(COMMAND.settings, uri);
      await until('the form', () => questions.size === 1);
      const [form] = questions;
      const values = { 'target:': '0', 'features:': ['x1', 'x2'], kernel: 'laplace', holdout: '0.5', folds: '5' };
      await form.receive({ type: 'formChanged', values: { ...values, 'method:': 'huber' } });
      await form.receive({ type: 'formAction', action: 'fit', values: { ...values, 'method:': 'huber' } });
      const report = await done;
      assert.ok('runId' in report, JSON.stringify(report));
      const run = await store.load(report.runId);
      assert.equal(run.method.id, 'huber');
      assert.deepEqual(run.request.parameters, { kernel: 'laplace', folds: 5, seed: 0 });
      assert.equal(remembered.get(uri.toString()).method, 'huber');
    });

    it('recommend a method after target and columns, and the way chosen in the panel is fitted', async () => {
      const { store, questions } = (await kernelscope()).testing;
      const uri = folder.write('recommended.csv', wave(60));
      const chosen = accept(commands.executeCommand<FitReport>(COMMAND.recommend, uri));
      await until('the ways to fit', () => questions.size === 1);
      const [page] = questions;
      await page.receive({ type: 'takeWay', way: 99 });
      assert.equal(questions.size, 1, 'a way that is not there is passed over');
      await page.receive({ type: 'takeWay', way: 0 });
      const report = await chosen;
      assert.ok('runId' in report, JSON.stringify(report));
      assert.equal(questions.size, 0);
      const run = await store.load(report.runId);
      assert.equal(run.method.id, 'krr');
      assert.equal(run.request.design.target, 'y');
      const count = (await store.list()).length;
      // With a target nothing is asked but which way to fit.
      const asked = commands.executeCommand<FitReport>(COMMAND.recommend, uri, { target: 'y' });
      await until('the ways to fit', () => questions.size === 1);
      const isAdvice = ({ label }: { readonly label: string }) => label.endsWith('ways to fit');
      await until('its tab', () => window.tabGroups.all.some(({ tabs }) => tabs.some(isAdvice)));
      await window.tabGroups.close(window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isAdvice)));
      const closed = await asked;
      assert.ok('failure' in closed && closed.failure.code === 'run/cancelled', JSON.stringify(closed));
      assert.equal((await store.list()).length, count);
    });

    it('end without a trace on Escape', async () => {
      const { store, remembered } = (await kernelscope()).testing;
      const uri: Uri = folder.write('escaped.csv', wave(60));
      const count = (await store.list()).length;
      const report = await dismiss(fitFile(uri));
      assert.ok('failure' in report && report.failure.code === 'run/cancelled', JSON.stringify(report));
      assert.equal((await store.list()).length, count);
      assert.deepEqual(remembered.get(uri.toString()), {});
    });
  });
}
