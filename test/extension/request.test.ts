import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESIGN_SCHEMA, designChoices, designValues } from '../../src/choices/designSchema';
import { type FitChoices, targetless } from '../../src/choices/fitChoices';
import { fitRequest, settingsFor } from '../../src/choices/fitRequest';
import { fitArguments } from '../../src/choices/readArguments';
import { KernelscopeError } from '../../src/engine/contract/failure';
import type { Axis, FilterSpec } from '../../src/engine/contract/filter';
import type { MethodSpec } from '../../src/engine/contract/method';
import {
  raceFittedBy,
  rememberedComponents,
  rememberedWith,
  requestAt,
  requestWith,
  type SliderSetting,
  withApproximation,
  withMethod,
  withWinner,
} from '../../src/extension/fit/request';
import { RememberedViews } from '../../src/extension/panels/rememberedViews';
import { RememberedChoices } from '../../src/extension/remembered';
import { exampleRace, raceOfMany } from '../figures/raceExample';
import { memory } from './memory';

const parameter = (name: string) => ({ name, title: name, description: '', type: 'number' as const });
const method: MethodSpec = {
  id: 'krr',
  title: 'Kernel ridge regression',
  summary: '',
  purpose: '',
  source: '',
  family: 'spectral',
  parameters: ['lambda', 'lengthScale', 'seed'].map(parameter),
};
const source = { kind: 'path', path: '/a.csv' } as const;

test('without choices and settings the defaults hold and the rules choose', () => {
  assert.deepEqual(fitRequest(source, method, { target: 'y' }, {}), {
    source,
    read: {},
    method: 'krr',
    design: {
      target: 'y',
      missing: 'impute',
      standardise: true,
      holdout: { kind: 'fraction', fraction: 0.2 },
      seed: 0,
    },
    parameters: { seed: 0 },
  });
});

test('choices go before settings, settings before defaults; settings of other methods stay out', () => {
  const choices = { target: 'y', features: ['a'], parameters: { lambda: 0.1 }, design: { seed: 7 } };
  const settings = { lambda: 5, lengthScale: 2, tau: 0.5, holdout: 0.3, seed: 3, missing: 'drop' };
  const request = fitRequest(source, method, choices, settings);
  assert.deepEqual(request.parameters, { lambda: 0.1, lengthScale: 2, seed: 7 });
  assert.deepEqual(request.design, {
    target: 'y',
    features: ['a'],
    missing: 'drop',
    standardise: true,
    holdout: { kind: 'fraction', fraction: 0.3 },
    seed: 7,
  });
});

test('a setting that names a choice of other methods is left to the rule', () => {
  const choice = (choices: readonly string[]): MethodSpec => ({
    ...method,
    parameters: [{ ...parameter('selection'), type: 'choice', choices }],
  });
  const settings = { selection: 'gcv', holdout: 0.3, lambda: 2 };
  assert.deepEqual(settingsFor(choice(['loo', 'gcv']), settings), { selection: 'gcv', holdout: 0.3 });
  assert.deepEqual(settingsFor(choice(['cv', 'oneStandardError']), settings), { holdout: 0.3 });
  const request = fitRequest(source, choice(['cv']), { target: 'y', parameters: { selection: 'cv' } }, settings);
  assert.deepEqual(request.parameters, { selection: 'cv' });
});

const chosen = (name: string, value: number | string, rule: string) => ({ name, title: name, value, rule });

test('the fit at the sliders keeps the length scale and everything else', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { lambda: 1 } }, {});
  const parameters = [
    chosen('lengthScale', 2.5, 'lowest error'),
    chosen('lambda', 1, 'set'),
    chosen('folds', 10, 'default'),
  ];
  const filter = { filter: { kind: 'zones', lambda: 1e-4, k: 0, r: 90 } } as const;
  const at = requestAt(request, [2.5], filter, { parameters, axes: ['lambda'] });
  assert.deepEqual(at.parameters, { lambda: 1e-4, lengthScale: 2.5, seed: 0 });
  assert.deepEqual({ ...at, parameters: 0 }, { ...request, parameters: 0 });
  const classes = [...parameters, chosen('threshold', 0.2, 'where balanced classes weigh alike')];
  const thresholdAt = (threshold?: number) =>
    requestAt(request, [2.5], { ...filter, threshold }, { parameters: classes, axes: ['lambda'] }).parameters.threshold;
  assert.deepEqual([thresholdAt(0.3), thresholdAt()], [0.3, 0.2]);
  const ard = requestAt(request, [2.5, 0.125, 1e30], filter, { parameters, axes: ['lambda'] });
  assert.equal(ard.parameters.lengthScale, '2.5 0.125 1e+30');
  const without = requestAt(request, [1], filter, { parameters: parameters.slice(1), axes: ['lambda'] });
  assert.deepEqual(without.parameters, { lambda: 1e-4, seed: 0 });
});

test('the fit at another filter keeps the kernel that a race chose, with its length scales', () => {
  const request = fitRequest(source, method, { target: 'y' }, {});
  const raced = [
    chosen('kernel', 'matern32', 'lowest error of the race over 10 folds'),
    chosen('lengthScale', '0.4 2', 'highest marginal likelihood, one per column'),
    chosen('lambda', 1e-3, 'lowest leave-one-out error'),
  ];
  const filter = { filter: { kind: 'zones', lambda: 0.5, k: 0, r: 9 } } as const;
  const { parameters } = requestAt(request, [0.4, 2], filter, { parameters: raced, axes: ['lambda'] });
  assert.deepEqual(parameters, { seed: 0, kernel: 'matern32', lengthScale: '0.4 2', lambda: 0.5 });
});

test('every kind of filter becomes the parameters of its method, and no others', () => {
  const request = fitRequest(source, method, { target: 'y' }, {});
  const parametersAt = (filter: FilterSpec, axes: readonly Axis[], ...names: string[]) =>
    requestAt(request, [1], { filter }, { axes, parameters: names.map((name) => chosen(name, 7, 'lowest error')) })
      .parameters;
  const zones = { kind: 'zones', lambda: 0.5, k: 2, r: 9 } as const;
  assert.deepEqual(parametersAt(zones, ['lambda', 'k', 'r'], 'lambda', 'k', 'r'), { seed: 0, lambda: 0.5, k: 2, r: 9 });
  assert.deepEqual(parametersAt(zones, ['lambda', 'r'], 'lambda', 'r'), { seed: 0, lambda: 0.5, r: 9 });
  assert.deepEqual(parametersAt({ ...zones, lambda: 0 }, ['r'], 'r'), { seed: 0, r: 9 });
  assert.deepEqual(parametersAt({ kind: 'flow', t: 3, momentum: 0.5 }, ['t'], 't', 'momentum'), {
    seed: 0,
    t: 3,
    momentum: 0.5,
  });
  const descent = { kind: 'descent', steps: 40, stepSize: 0.25, momentum: 0 } as const;
  assert.deepEqual(parametersAt(descent, ['steps'], 'steps', 'stepSize', 'momentum'), {
    seed: 0,
    steps: 40,
    stepSize: 0.25,
    momentum: 0,
  });
  // All directions: a count that no parameter can hold is left to the method.
  assert.deepEqual(parametersAt({ ...zones, r: Number.POSITIVE_INFINITY }, ['lambda', 'r'], 'lambda'), {
    seed: 0,
    lambda: 0.5,
  });
});

test('what the method chose beside the filter stays, also where it shares a name with the filter', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { form: 'exact' } }, {});
  const parameters = [
    chosen('lambda', 1, 'lowest error'),
    chosen('k', 30, 'lowest error over a few k'),
    chosen('featureMap', 'cos', 'cos where it can be'),
    chosen('form', 'exact', 'set'),
    chosen('selection', 'loo', 'default'),
  ];
  const setting = { filter: { kind: 'zones', lambda: 0.5, k: 0, r: 90 } } as const;
  const at = requestAt(request, [1], setting, { parameters, axes: ['lambda'] });
  assert.deepEqual(at.parameters, { seed: 0, form: 'exact', lambda: 0.5, k: 30, featureMap: 'cos' });
});

test('the fit at another strength keeps what its rules chose, and ordinary ridge has no say', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { epsilon: 0.2, taus: '0.1 0.9' } }, {});
  const parameters = [
    chosen('lengthScale', 2.5, 'least mean absolute error over 10 folds'),
    chosen('epsilon', 0.2, 'set'),
    chosen('taus', '0.1 0.9', 'set'),
    chosen('landmarks', 300, 'by the number of rows'),
    chosen('folds', 10, 'default'),
    chosen('lambda', 3e-3, 'least mean absolute error over 10 folds'),
  ];
  const at = (slid: SliderSetting) => requestAt(request, [2.5], slid, { parameters, axes: ['lambda'] }).parameters;
  const kept = { seed: 0, epsilon: 0.2, taus: '0.1 0.9', lengthScale: 2.5, landmarks: 300 };
  assert.deepEqual(at({ axis: 'lambda', value: 1e-4 }), { ...kept, lambda: 1e-4 });
  // Sparse regression: epsilon is the strength itself, and a lambda is chosen by rule like anything else.
  assert.deepEqual(at({ axis: 'epsilon', value: 0.05 }), { ...kept, epsilon: 0.05, lambda: 3e-3 });
});

test('several targets, the task and weights arrive in the request; auto is no task', () => {
  const design = { weights: 'w', task: 'classify' } as const;
  const several = fitRequest(source, method, { target: 'y', moreTargets: ['z', '5'], design }, { weights: 'v' });
  assert.deepEqual(
    [several.design.target, several.design.moreTargets, several.design.weights, several.design.task],
    ['y', ['z', '5'], 'w', 'classify'],
  );
  const set = { task: 'classify', weights: 'v' };
  assert.equal(fitRequest(source, method, { target: 'y' }, set).design.task, 'classify');
  const auto = fitRequest(source, method, { target: 'y', moreTargets: [], design: { task: 'auto' } }, set);
  assert.ok(!('task' in auto.design) && !('moreTargets' in auto.design));
  assert.equal(auto.design.weights, 'v');
});

test('design options go through the form and back, and settings of a wrong type are left out', () => {
  const values = {
    holdout: 0.1,
    missing: 'drop',
    standardise: false,
    task: 'auto',
    weights: 'w',
    maxRows: 500,
    where: 'age > 30',
    seed: 4,
  };
  assert.deepEqual(designValues(designChoices(values)), values);
  assert.deepEqual(
    designChoices({ holdout: 'half', missing: 'perhaps', seed: true, task: 'guess', weights: ' ', where: ' ' }),
    {},
  );
  assert.deepEqual(designValues({ where: 'x > 1', without: '3' }), { where: 'x > 1' });
  assert.deepEqual(
    DESIGN_SCHEMA.map(({ name }) => name),
    [
      'holdout',
      'missing',
      'standardise',
      'task',
      'weights',
      'maxLevels',
      'maxRows',
      'where',
      'groups',
      'foldColumn',
      'order',
      'seed',
    ],
  );
});

test('arguments with a target are a whole answer; what menus pass is none', () => {
  assert.equal(fitArguments(undefined), undefined);
  assert.equal(fitArguments([{ path: '/a.csv' }]), undefined);
  assert.equal(fitArguments({ groupId: 1, editorIndex: 0 }), undefined);
  assert.deepEqual(fitArguments({ target: 6, parameters: { lambda: 1 } }), {
    target: '6',
    parameters: { lambda: 1 },
    design: {},
    read: {},
  });
});

test('arguments name several targets, weights and the task', () => {
  const given = {
    target: 'y',
    moreTargets: ['z', 3],
    weights: 2,
    task: 'regress',
    features: [1, 'b'],
    design: { seed: 5 },
  };
  assert.deepEqual(fitArguments(given), {
    target: 'y',
    moreTargets: ['z', '3'],
    features: ['1', 'b'],
    parameters: {},
    design: { seed: 5, weights: '2', task: 'regress' },
    read: {},
  });
});

test('misshapen arguments are named', () => {
  const wrong = {
    features: 'a,b',
    moreTargets: [['a']],
    weights: ['w'],
    task: 'guess',
    parameters: [1],
    design: 3,
    read: 'x',
  };
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(
      () => fitArguments({ target: 'y', [name]: value }),
      (e) => e instanceof KernelscopeError && e.failure.code === 'parameter/invalid' && e.message.includes(name),
    );
  }
});

test('arguments without a target are an answer for methods without one', () => {
  assert.deepEqual(fitArguments({ features: ['a'] }), { features: ['a'], parameters: {}, design: {}, read: {} });
});

const pca: MethodSpec = {
  ...method,
  id: 'ny-kpca',
  family: 'components',
  parameters: ['components', 'landmarks', 'seed'].map(parameter),
};

test('principal components are asked for without target, weights and task, whatever the settings say of them', () => {
  const choices = targetless({ features: ['a', 'b'], design: { task: 'classify', weights: 'w', seed: 3 } });
  const request = fitRequest(source, pca, choices, { weights: 'w', task: 'regress', holdout: 0.5 });
  assert.deepEqual(request.design, {
    target: '',
    features: ['a', 'b'],
    missing: 'impute',
    standardise: true,
    holdout: { kind: 'fraction', fraction: 0.5 },
    seed: 3,
  });
  assert.deepEqual(request.parameters, { seed: 3 });
});

test('principal components and fits to a target are remembered beside each other', () => {
  const before: FitChoices = {
    method: 'krr',
    target: 'y',
    features: ['a'],
    parameters: { lambda: 1 },
    design: { weights: 'w', seed: 2 },
  };
  const chosen = { target: '', features: ['a', 'y'], parameters: { landmarks: 50 }, design: { seed: 4 } };
  const after = rememberedWith(before, chosen, pca);
  assert.deepEqual(after, {
    ...before,
    method: 'ny-kpca',
    components: { features: ['a', 'y'], parameters: { landmarks: 50 } },
    design: { weights: 'w', seed: 4 },
  });
  assert.deepEqual(rememberedComponents(pca, after), chosen);
  // A form without landmarks takes none.
  const plain = { ...pca, id: 'ekpca', parameters: [parameter('components')] };
  assert.deepEqual(rememberedComponents(plain, after).parameters, {});
  const again = rememberedWith(after, { target: 'y', parameters: { lambda: 2 } }, method);
  assert.deepEqual(again, { target: 'y', parameters: { lambda: 2 }, components: after.components, method: 'krr' });
});

test('views are remembered by run and tab shown alone, once they rest; nonsense is not', async () => {
  const { kept, keep } = memory();
  const views = new RememberedViews(keep);
  const asked = { runId: 'a', tab: 'overview' } as const;
  assert.equal(views.latest(asked), asked);
  const filter = { kind: 'zones', lambda: 0.25, k: 3, r: 40 } as const;
  views.note({ runId: 'a', tab: 'risk', filter: { ...filter, lambda: 0.5 } });
  views.note({ runId: 'a', tab: 'risk', filter, target: 1 });
  views.note({ runId: 'a', tab: 'fit', only: 'fit' });
  views.note({ runId: 'b', tab: 'rows', at: 3 });
  assert.equal(kept.size, 0);
  views.dispose();
  const after = new RememberedViews(keep);
  assert.deepEqual(after.latest(asked), { runId: 'a', tab: 'risk', filter, target: 1 });
  assert.deepEqual(after.latest({ ...asked, only: 'fit' }), { runId: 'a', tab: 'fit', only: 'fit' });
  assert.deepEqual(after.latest({ runId: 'b', tab: 'overview' }), { runId: 'b', tab: 'rows', at: 3 });
  kept.set('kernelscope.views', [3, { runId: 'a', tab: 'nowhere', filter: { ...filter, lambda: -1 } }]);
  assert.deepEqual(new RememberedViews(keep).latest(asked), asked);
});

test('choices are remembered by file, the least used forgotten first', async () => {
  const { kept, keep } = memory();
  const choices = new RememberedChoices(keep);
  assert.deepEqual(choices.get('a'), {});
  await choices.set('a', { target: 'y' });
  for (let i = 0; i < 198; i++) await choices.set(`f${i}`, {});
  await choices.set('a', { target: 'z' } satisfies FitChoices);
  await choices.set('last', {});
  await choices.set('one more', {});
  assert.deepEqual(choices.get('a'), { target: 'z' });
  assert.deepEqual(new RememberedChoices(keep).get('f0'), {});
  assert.equal((kept.get('kernelscope.remembered') as unknown[]).length, 200);
});

test('a candidate of the race is fitted with its kernel, its length scales chosen as there; all else stays', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { lambda: 1e-3, lengthScaleRule: 'cv' } }, {});
  const parameters = (kernel: 'laplace' | 'linear', byColumn: boolean) =>
    requestWith(request, { kind: 'kernel', kernel, byColumn }).parameters;
  const { lengthScaleRule: _, ...others } = request.parameters;
  assert.deepEqual(parameters('laplace', false), {
    ...others,
    kernel: 'laplace',
    lengthScaleRule: 'marginalLikelihood',
  });
  assert.deepEqual(parameters('laplace', true), { ...others, kernel: 'laplace', lengthScaleRule: 'ard' });
  assert.deepEqual(parameters('linear', false), { ...others, kernel: 'linear' });
});

test('another kernel takes nothing of the one before; a filter that sliders set for that goes with it', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { kernel: 'laplace', lambda: 1e-3 } }, {});
  const other = (given: typeof request) => requestWith(given, { kind: 'anyKernel', kernel: 'auto' }).parameters;
  assert.deepEqual(other(request), { ...request.parameters, kernel: 'auto' });
  const used = { ...request, parameters: { ...request.parameters, lengthScale: 2, lengthScaleRule: 'loo' } };
  assert.deepEqual(other(used), { kernel: 'auto', seed: 0 });
});

test('another method takes the rows, and of the parameters those that it has, but no filter', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { lambda: 1e-3, lengthScale: 2 } }, {});
  const other = { ...method, id: 'huber', parameters: ['lambda', 'lengthScale', 'c'].map(parameter) };
  const { design, method: id, parameters } = withMethod(request, other);
  assert.deepEqual([design, id, parameters], [request.design, 'huber', { lengthScale: 2 }]);
});

test('Huber is fitted with the kernel that the race chose, at its length scales where the run shows that one', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { lambda: 1e-3 } }, {});
  const huber = {
    ...method,
    id: 'huber',
    parameters: ['kernel', 'lengthScale', 'lengthScaleRule', 'c'].map(parameter),
  };
  const chosen = (kernel: string) => [
    { name: 'kernel', title: 'Kernel', value: kernel, rule: '' },
    { name: 'lengthScale', title: 'Length scale', value: 1.5, rule: '' },
    { name: 'lambda', title: 'Lambda', value: 1e-3, rule: '' },
  ];
  const race = exampleRace();
  const fitted = (kernel: string) => withWinner({ request, race, parameters: chosen(kernel) }, huber);
  assert.deepEqual(fitted('matern32'), {
    ...request,
    method: 'huber',
    parameters: { kernel: 'matern32', lengthScale: 1.5 },
  });
  assert.deepEqual(fitted('laplace').parameters, { kernel: 'matern32', lengthScaleRule: 'marginalLikelihood' });
  assert.deepEqual(withWinner({ request, parameters: chosen('laplace') }, huber), withMethod(request, huber));
});

test('landmarks and random features are as many as were judged, of the chosen kernel at its length scales', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { lambda: 1e-3 } }, {});
  const run = {
    request,
    race: { ...raceOfMany(), chosen: 'matern32-columns' } as const,
    parameters: [chosen('kernel', 'matern32', ''), chosen('lengthScale', '1 2', '')],
  };
  const other = (id: string, count: string): MethodSpec => ({
    ...method,
    id,
    parameters: ['kernel', 'lengthScale', 'lengthScaleRule', count].map(parameter),
  });
  const byLandmarks = withApproximation(run, 'landmarks', other('nystrom-ridge', 'landmarks'));
  const kernel = { kernel: 'matern32', lengthScale: '1 2' };
  assert.deepEqual(byLandmarks, { ...request, method: 'nystrom-ridge', parameters: { ...kernel, landmarks: 500 } });
  // From there the other one, which has no landmarks.
  const byFeatures = withApproximation({ ...run, request: byLandmarks }, 'features', other('rf-ridge', 'features'));
  assert.deepEqual(byFeatures, { ...request, method: 'rf-ridge', parameters: { ...kernel, features: 500 } });
  const laplace = { ...run, parameters: [chosen('kernel', 'laplace', '')] };
  assert.deepEqual(withApproximation(laplace, 'features', other('rf-ridge', 'features')).parameters, {
    kernel: 'matern32',
    lengthScaleRule: 'ard',
    features: 500,
  });
});

test('a fit by random features keeps the race, which says that it is they', () => {
  const race = raceOfMany();
  const fitted = ({ lanes }: typeof race) =>
    lanes.filter(({ approximates }) => approximates?.fitted).map(({ id }) => id);
  const after = raceFittedBy(race, 'features');
  assert.deepEqual([fitted(race), fitted(after)], [['landmarks'], ['features']]);
  assert.deepEqual(raceFittedBy(after, 'landmarks'), race);
});

test('classes, and the last rows held out, change the rows and the target alone', () => {
  const request = fitRequest(source, method, { target: 'y' }, {});
  assert.deepEqual(requestWith(request, { kind: 'classes' }), {
    ...request,
    design: { ...request.design, task: 'classify' },
  });
  assert.deepEqual(requestWith(request, { kind: 'lastRows', share: 0.25, by: 'day' }).design, {
    ...request.design,
    holdout: { kind: 'fraction', fraction: 0.25 },
    splitBy: { kind: 'blocks', by: 'day' },
  });
});
