import { strict as assert } from 'node:assert';
import { commands, window } from 'vscode';
import type { Axis, FilterSpec } from '../../../src/engine/contract/filter';
import type { ReproduceReport } from '../../../src/extension/commands/reproduce';
import { COMMAND, methodCommand } from '../../../src/extension/ids';
import { PARAMETERS } from './components.suite';
import { STRENGTHS } from './robust.suite';
import { Folder, failed, fitted, inTree, kernelscope, loadedFit, packageJson, sample, until } from './testBed';

interface Case {
  /** The axes that the sliders move. */
  readonly axes: readonly Axis[];
  /** The filter to which a person might drag them; `most` is the number of directions. */
  readonly moved: (most: number) => FilterSpec;
}

const CASES: Readonly<Record<string, Case>> = {
  krr: { axes: ['lambda'], moved: (r) => ({ kind: 'zones', lambda: 0.004, k: 0, r }) },
  tkrr: { axes: ['lambda', 'r'], moved: () => ({ kind: 'zones', lambda: 0.004, k: 0, r: 12 }) },
  'ckrr-hard': { axes: ['lambda', 'k'], moved: (r) => ({ kind: 'zones', lambda: 0.004, k: 5, r }) },
  'ckrr-soft': { axes: ['lambda'], moved: (r) => ({ kind: 'zones', lambda: 0.004, k: 0, r }) },
  'ckrr-features': { axes: ['lambda'], moved: (r) => ({ kind: 'zones', lambda: 0.004, k: 0, r }) },
  'three-zone': { axes: ['lambda', 'k', 'r'], moved: () => ({ kind: 'zones', lambda: 0.004, k: 3, r: 14 }) },
  kgf: { axes: ['t'], moved: () => ({ kind: 'flow', t: 3, momentum: 0.5 }) },
  kgd: { axes: ['steps'], moved: () => ({ kind: 'descent', steps: 40, stepSize: 0.004, momentum: 0.5, nesterov: 0 }) },
  'rf-ridge': { axes: ['lambda', 'k', 'r'], moved: () => ({ kind: 'zones', lambda: 0.004, k: 3, r: 14 }) },
  'nystrom-ridge': { axes: ['lambda', 'k', 'r'], moved: () => ({ kind: 'zones', lambda: 0.004, k: 3, r: 14 }) },
  cutoff: { axes: ['r'], moved: () => ({ kind: 'zones', lambda: 0, k: 9, r: 9 }) },
};

/** Parameters set beside the target, so that "Use this" has something to retain. */
const GIVEN: Readonly<Record<string, object>> = {
  kgf: { momentum: 0.5 },
  kgd: { momentum: 0.5, stepSize: 0.004 },
};

export function methods(): void {
  describe('every method', () => {
    it('is here', () => {
      const { kernelscope: generated } = packageJson() as { kernelscope: { methods: { id: string }[] } };
      const known = [...Object.keys(CASES), ...Object.keys(STRENGTHS), ...Object.keys(PARAMETERS)];
      assert.deepEqual(generated.methods.map(({ id }) => id).sort(), known.sort());
    });

    for (const [id, { axes, moved }] of Object.entries(CASES)) {
      it(`${id} fits a sample by its command, draws it, and fits again with the sliders' filter`, async () => {
        const { panels } = (await kernelscope()).testing;
        const given = { target: 'signal', parameters: { kernel: 'gaussian', ...GIVEN[id] } };
        const run = await loadedFit(await fitted(sample('wave.csv'), given, methodCommand(id)));
        assert.equal(run.method.id, id);
        assert.deepEqual(run.axes, axes);
        assert.deepEqual(
          run.paths.map(({ axis }) => axis),
          axes,
        );
        assert.equal(run.surface === undefined, axes.length < 2 || run.approximation !== undefined);
        assert.ok((run.metrics.holdout?.r2 ?? 0) > 0.85, `R² ${run.metrics.holdout?.r2}`);
        const [panel] = panels.of(run.id);
        await panel.whenShown();

        const filter = moved(run.spectrum.mu.length);
        await panel.receive({ type: 'use', filter });
        assert.notEqual(panel.runId, run.id);
        const again = await loadedFit(panel.runId);
        assert.deepEqual(again.filter, filter);
        assert.deepEqual(again.kernel, run.kernel);
        assert.deepEqual(again.spectrum.mu, run.spectrum.mu);
        assert.deepEqual(again.model.unpenalised, run.model.unpenalised);
        assert.deepEqual(again.data, run.data);
      });
    }
  });

  describe('a fit of more than one output', () => {
    const parameters = { kernel: 'gaussian' };

    it('tells classes: the overview is about right and wrong rows', async () => {
      const { panels } = (await kernelscope()).testing;
      const run = await loadedFit(await fitted(sample('leaves.csv'), { target: 'shrub' }));
      assert.equal(run.model.classes?.column, 'shrub');
      assert.deepEqual(run.model.classes.levels, ['dogwood', 'privet', 'spindle']);
      assert.deepEqual([run.target, ...run.others.map(({ target }) => target)], ['dogwood', 'privet', 'spindle']);
      assert.ok((run.classes?.accuracy ?? 0) > 0.85, JSON.stringify(run.classes));
      await panels.of(run.id)[0].whenShown();
      const item = await inTree(run.id);
      assert.equal(item.group.label, 'leaves.csv — shrub');
      assert.match(String(item.run.label), /^\d+\u202f% · ./);
      assert.match(String(item.run.description), /^(under )?\d+\u202f% wrong · \d+ rows · just now$/);
    });

    it('classifies numbers and predicts yes/no as numbers, when asked to', async () => {
      const features = ['area_m2', 'distance_km', 'age_years'];
      const given = { features, parameters, design: { maxRows: 200 } };
      const rooms = await loadedFit(await fitted(sample('flats.csv'), { ...given, target: 'rooms', task: 'classify' }));
      assert.ok((rooms.classes?.levels.length ?? 0) > 3, JSON.stringify(rooms.classes));
      const balcony = await loadedFit(
        await fitted(sample('flats.csv'), { ...given, target: 'balcony', task: 'regress' }),
      );
      assert.equal(balcony.classes, undefined);
      assert.equal(balcony.target, 'balcony');
    });

    it('has several targets from one spectrum, and rows that weigh more', async () => {
      const { panels } = (await kernelscope()).testing;
      const given = { target: 'yield_t_ha', moreTargets: ['protein_pct'], weights: 'plots', parameters };
      const run = await loadedFit(await fitted(sample('harvest.csv'), given, methodCommand('tkrr')));
      const [other] = run.others;
      assert.deepEqual([run.target, other.target], ['yield_t_ha', 'protein_pct']);
      assert.deepEqual(other.spectrum.mu, run.spectrum.mu);
      assert.notDeepEqual(other.spectrum.coordinates, run.spectrum.coordinates);
      assert.equal(run.data.columns.includes('plots'), false);
      assert.equal(run.model.rootWeights?.length, run.data.train);
      const [panel] = panels.of(run.id);
      await panel.whenShown();
      assert.equal((await inTree(run.id)).group.label, 'harvest.csv — yield_t_ha, protein_pct');

      await panel.receive({ type: 'use', filter: { kind: 'zones', lambda: 1e-3, k: 0, r: 20 } });
      const again = await loadedFit(panel.runId);
      assert.deepEqual(
        [again.filter, again.others[0].filter],
        [0, 1].map(() => ({ kind: 'zones', lambda: 1e-3, k: 0, r: 20 })),
      );
    });
  });

  describe('a reproduction', () => {
    it('computes a figure of a paper again and opens its page', async () => {
      const before = tabsTitled(/^TKRR, figure 2/).length;
      const report = await commands.executeCommand<ReproduceReport>(COMMAND.reproduce, 'tkrr-fig2', { quick: true });
      assert.equal(report.id, 'tkrr-fig2');
      assert.equal(report.verdict, 'agrees');
      await until('the page of the reproduction', () => tabsTitled(/^TKRR, figure 2/).length > before);
    });

    it('that needs a file says so where there is none', async () => {
      const folder = new Folder();
      const file = folder.write('no-digits.csv', 'a,b\n1,2\n3,4\n');
      const failure = await failed(commands.executeCommand(COMMAND.reproduce, 'ckrr-fig8', { quick: true, file }));
      assert.match(failure.message, /no-digits\.csv has 2 columns\. Choose a file/);
      folder.remove();
    });
  });
}

const tabsTitled = (title: RegExp) =>
  window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => title.test(label));
