import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextWith, quietContext, type RunContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { type FeatureMap, featureCount, featureScale, type KernelSpec } from '../../../src/engine/contract/kernel';
import { drawFeatures, type FeatureDraw } from '../../../src/engine/features/drawFeatures';
import { evaluateFeatures, firstFeatures } from '../../../src/engine/features/featureMaps';
import { checkMapRows, defaultMap, FEATURE_MAPS, mapEntry } from '../../../src/engine/features/mapList';
import { kernelError } from '../../../src/engine/features/recoveredKernel';
import { mapKey } from '../../../src/engine/fit/cacheKeys';
import { fillKernel, parseKernel } from '../../../src/engine/kernels/expression';
import { kernelCross, kernelGram } from '../../../src/engine/kernels/kernelMatrix';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { isWholeMap } from '../../../src/engine/model/storedKernel';
import { madeRows } from '../madeRows';
import { core } from '../testCore';
import { CASES, titleOf } from './mapCases';

const spec = (text: string): KernelSpec => fillKernel(parseKernel(text), [1]);

function refused(code: string, sentence: RegExp, body: () => unknown): void {
  assert.throws(body, (error) => {
    assert.ok(error instanceof KernelscopeError, String(error));
    assert.equal(error.failure.code, code);
    assert.match(error.message, sentence);
    return true;
  });
}

test('each kernel gets a map that recovers it, and others are told to take landmarks', () => {
  const defaults: Readonly<Record<string, string>> = {
    gaussian: 'orthogonal',
    laplace: 'orthogonal',
    matern32: 'orthogonal',
    matern52: 'orthogonal',
    cauchy: 'orthogonal',
    polynomial: 'tensorSketch',
    linear: 'gaussianSketch',
    arcCosine0: 'step',
    arcCosine1: 'relu',
    arcCosine2: 'reluSquared',
    reluNetwork: 'relu',
    erfNetwork: 'erf',
    tanhNetwork: 'tanh',
    spline: 'spline',
  };
  for (const [kernel, map] of Object.entries(defaults)) assert.equal(defaultMap(spec(kernel)), map);
  for (const kernel of ['trigonometric', 'thinPlate', 'gaussian + linear', 'gaussian * linear'])
    refused('parameter/invalid', /^kernel: there are no random features of .*Choose landmarks/, () =>
      defaultMap(spec(kernel)),
    );
});

test('a map that does not fit names itself, the kernel and what fits', () => {
  const draw = (change: Partial<FeatureDraw>) => () =>
    drawFeatures({ map: 'fourier', kernel: spec('gaussian'), count: 3, inputs: 2, seed: 0, ...change }, quietContext);
  refused(
    'parameter/invalid',
    /^featureMap: fourier takes gaussian, matern52, .*, not linear.*featureMap=gaussianSketch/,
    draw({ kernel: spec('linear') }),
  );
  refused(
    'parameter/invalid',
    /relu takes reluNetwork, arcCosine1, not arcCosine2.*featureMap=reluSquared/,
    draw({ map: 'relu', kernel: spec('arcCosine2') }),
  );
  refused(
    'parameter/invalid',
    /no random features of gaussian\(lengthScale=1\) \+ linear.*landmarks/,
    draw({ kernel: spec('gaussian + linear') }),
  );
  refused(
    'parameter/invalid',
    /chiSquared takes a single kernel for its length scale/,
    draw({ map: 'chiSquared', kernel: spec('gaussian + linear') }),
  );
  refused('parameter/invalid', /There is no feature map "cosine"\. Choose one of orthogonal/, () => mapEntry('cosine'));
  refused('parameter/invalid', /features must be a whole number of 1 or more; it is 0/, draw({ count: 0 }));
  refused('parameter/invalid', /it is 2\.5/, draw({ count: 2.5 }));
  refused(
    'parameter/invalid',
    /lengthScale has 2 numbers for 3 encoded columns/,
    draw({ kernel: { kind: 'gaussian', lengthScale: [1, 2] }, inputs: 3 }),
  );
  refused(
    'parameter/invalid',
    /lengthScale must be above 0/,
    draw({ map: 'histogram', kernel: { kind: 'gaussian', lengthScale: [0] } }),
  );
  refused(
    'parameter/invalid',
    /at most 30; it is 200\. Choose a larger length scale/,
    draw({ map: 'taylor', kernel: { kind: 'gaussian', lengthScale: [0.1] } }),
  );
  refused(
    'parameter/invalid',
    /sobol takes at most 1000 dimensions, and 1000 encoded columns make 1001/,
    draw({ map: 'sobol', kernel: spec('laplace'), inputs: 1000 }),
  );
  refused(
    'parameter/invalid',
    /halton takes at most 1000 dimensions, and 1001 encoded columns make 1001.*featureMap=orthogonal/,
    draw({ map: 'halton', inputs: 1001 }),
  );
  refused(
    'parameter/invalid',
    /degrees up to 60; that of the kernel is 300/,
    draw({ map: 'maclaurin', kernel: { kind: 'polynomial', degree: 300, scale: 1, offset: 1, lengthScale: [1] } }),
  );
  refused(
    'parameter/invalid',
    /order above 1/,
    draw({ map: 'spline', kernel: { kind: 'spline', order: 1, lengthScale: [1] } }),
  );
  assert.equal(featureCount(draw({ map: 'sobol', inputs: 1000 })()), 3);
});

test('rows of other columns are refused by every map', () => {
  for (const choice of CASES) {
    const { map, kernel, columns = 3 } = choice;
    const drawn = drawFeatures({ map, kernel, count: 4, inputs: columns, seed: 1 }, quietContext);
    refused('model/columns', new RegExp(`made for ${columns} encoded columns?, but the rows have 5`), () =>
      evaluateFeatures(drawn, madeRows(2, 5, 1), quietWith(core)),
    );
  }
});

test('negative values are refused by maps of histograms, by column and row', () => {
  const x = { rows: 3, columns: 2, values: Float64Array.of(1, 0, 2, 0.5, -0.25, 3) };
  for (const { name, nonNegative } of FEATURE_MAPS) {
    if (nonNegative !== true) {
      checkMapRows(name, x, ['a', 'b']);
      continue;
    }
    refused('parameter/invalid', /row 2 of "b" is −0\.25 as the kernel sees it.*standardise=false/, () =>
      checkMapRows(name, x, ['a', 'b']),
    );
    refused('parameter/invalid', /row 17 of "b"/, () => checkMapRows(name, x, ['a', 'b'], [5, 17, 20]));
    checkMapRows(name, { rows: 2, columns: 1, values: Float64Array.of(0, 1) }, ['a']);
  }
  assert.equal(FEATURE_MAPS.filter(({ nonNegative }) => nonNegative).length, 7);
});

const isKernel = (kernel: unknown): boolean => typeof kernel === 'object';

test('a map read back is whole, and is not when an array is cut, a number is not finite or a part is missing', () => {
  for (const choice of CASES) {
    const { map, kernel, columns = 3 } = choice;
    const drawn = drawFeatures({ map, kernel, count: 20, inputs: columns, seed: 1 }, quietContext);
    const whole = (value: unknown, d = columns): boolean => isWholeMap(value, d, isKernel);
    assert.ok(whole(drawn), titleOf(choice));
    assert.ok(!whole(drawn, columns + 1));
    assert.ok(!whole({ ...drawn, kind: 'unheardOf' }));
    for (const [name, value] of Object.entries(drawn)) {
      // `degree` or `constant` left out is another map; `recovers` says what the map is for and is not computed with.
      if (name === 'degree' || name === 'constant' || name === 'recovers' || name === 'kind') continue;
      const damaged = (part: unknown) => !whole({ ...drawn, [name]: part });
      assert.ok(damaged(undefined) && damaged('no'), `${titleOf(choice)}: ${name} missing`);
      if (typeof value === 'number') assert.ok(damaged(Number.NaN), `${titleOf(choice)}: ${name}`);
      if (!ArrayBuffer.isView(value)) continue;
      const array = value as Float64Array;
      assert.ok(damaged(array.slice(0, 0)), `${titleOf(choice)}: ${name} empty`);
      // One point fewer in one column is a map of one feature fewer.
      if (name !== 'points' || columns > 1) assert.ok(damaged(array.slice(1)), `${titleOf(choice)}: ${name} cut`);
      if (!(array instanceof Float64Array)) continue;
      const wrong = array.slice();
      wrong[0] = Number.NaN;
      assert.ok(damaged(wrong), `${titleOf(choice)}: ${name} with NaN`);
    }
  }
});

test('landmarks: φ·φ is the kernel between landmarks, fewer are the first ones, and blocks do not matter', () => {
  const points = madeRows(12, 3, 1);
  for (const text of ['gaussian(lengthScale=[1, 2, 3])', '0.5*linear + matern32', 'laplace * polynomial(degree=2)']) {
    const kernel = spec(text);
    const factor = kernelGram(kernel, points, quietWith(core));
    for (let i = 0; i < 12; i++) factor[i * 13] += 1e-9;
    const gram = factor.slice();
    assert.equal(core.cholesky(factor, 12, quietContext), undefined);
    for (let j = 1; j < 12; j++) factor.fill(0, j * 12, j * 13);
    const map: FeatureMap = { kind: 'landmarks', inputs: 3, kernel, points: points.values, factor };
    assert.equal(featureCount(map), 12);
    assert.equal(featureScale(map), 1);
    const phi = evaluateFeatures(map, points, quietWith(core));
    for (let i = 0; i < 12; i++)
      for (let j = 0; j < 12; j++) {
        let sum = 0;
        for (let m = 0; m < 12; m++) sum += phi[m * 12 + i] * phi[m * 12 + j];
        // Distances of the expanded form are off by 1e-8 where they are 0.
        assert.ok(Math.abs(sum - gram[j * 12 + i]) < 1e-6 * Math.max(...gram), text);
      }
    const x = { ...madeRows(9, 3, 2), values: madeRows(9, 3, 2).values.map((v) => v + 50) };
    const far = evaluateFeatures(map, x, quietWith(core));
    const first = evaluateFeatures(firstFeatures(map, 5), x, quietWith(core));
    const cross = kernelCross(kernel, { ...points, values: points.values }, x, quietWith(core));
    // L·φ = k(points, x).
    for (let i = 0; i < 9; i++)
      for (let m = 0; m < 12; m++) {
        let sum = 0;
        for (let t = 0; t <= m; t++) sum += factor[t * 12 + m] * far[t * 9 + i];
        assert.ok(Math.abs(sum - cross[i * 12 + m]) <= 1e-10 * Math.abs(cross[i * 12 + m]) + 1e-14, text);
        if (m < 5) assert.ok(Math.abs(first[m * 9 + i] - far[m * 9 + i]) <= 1e-10 * Math.abs(far[m * 9 + i]) + 1e-14);
      }
    assert.ok((kernelError(map, points, 12, 1, quietWith(core))?.value ?? 1) < 1e-6);
  }
});

test('drawing features of wide rows looks at the flag between them, whatever the map', () => {
  const [count, inputs] = [300, 900];
  // Columns are drawn for these and not numbers for all of them; or many signs at once.
  const additive = ['chiSquared', 'chiSquaredEven', 'intersection', 'intersectionEven', 'jensenShannon', 'hellinger'];
  const few = [...additive, 'taylor', 'tensorSketch', 'geometricMaclaurin', 'maclaurin', 'exponential'];
  for (const map of new Set(CASES.map((entry) => entry.map))) {
    const { kernel } = CASES.find((entry) => entry.map === map) as (typeof CASES)[number];
    let looks = 0;
    const context = { ...quietContext, check: () => looks++ } as unknown as RunContext;
    drawFeatures({ map, kernel: { ...kernel, lengthScale: [30] } as KernelSpec, count, inputs, seed: 1 }, context);
    assert.ok(looks >= (few.includes(map) ? 1 : (count * inputs) / 2 ** 17), `${map}: ${looks}`);
  }
});

test('evaluating features of wide rows looks at the flag between their columns, whatever the map', () => {
  const [count, columns, rows] = [256, 3000, 64];
  const made = madeRows(rows, columns, 1);
  const x = { ...made, values: made.values.map(Math.abs) };
  const costly = ['spline', 'tensorSketch'];
  for (const { map, kernel } of CASES.filter((entry) => costly.includes(entry.map))) {
    const drawn = drawFeatures(
      { map, kernel: { ...kernel, lengthScale: [30] } as KernelSpec, count, inputs: columns, seed: 1 },
      quietContext,
    );
    let looks = 0;
    const context = { ...quietContext, check: () => looks++ } as unknown as RunContext;
    core.scope(() => evaluateFeatures(drawn, x, contextWith(context, { linalg: core }), core.allocate(rows * count)));
    // A million functions of a difference, or a million additions to a sketch.
    assert.ok(
      looks >= (count * columns * rows) / (map === 'spline' ? 2 ** 20 : 2 ** 22),
      `${titleOf({ map, kernel })}: ${looks}`,
    );
  }
});

test('keys tell maps apart by every number, and maps of the same seed alike', () => {
  const keys = new Set<string>();
  for (const { map, kernel, columns = 3 } of CASES) {
    const draw = (seed: number, count = 20) =>
      drawFeatures({ map, kernel, count, inputs: columns, seed }, quietContext);
    assert.equal(mapKey(draw(1)), mapKey(draw(1)));
    for (const drawn of [draw(1), draw(2), draw(1, 21)]) keys.add(mapKey(drawn));
  }
  assert.equal(keys.size, 3 * CASES.length);
});
