import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { randomFeatures } from '../../../src/engine/features/randomFeatures';
import { fillKernel, KERNEL_SUGGESTIONS, parseKernel, wantsLengthScale } from '../../../src/engine/kernels/expression';
import type { Kernel, KernelTemplate } from '../../../src/engine/kernels/kernel';
import { kernelText, kernelTitle } from '../../../src/engine/kernels/kernelWords';
import { LEAF_NAMES } from '../../../src/engine/kernels/leafNames';
import { KERNELS } from '../../../src/engine/kernels/table';

function refused(text: string, ...sentences: RegExp[]): void {
  assert.throws(
    () => parseKernel(text),
    (error) => {
      assert.ok(error instanceof KernelscopeError, String(error));
      assert.equal(error.failure.code, 'parameter/invalid');
      assert.equal(error.failure.data?.name, 'kernel');
      for (const sentence of [/^kernel: /, ...sentences]) assert.match(error.message, sentence);
      return true;
    },
    text,
  );
}

test('names, settings, weights, sums, products and brackets', () => {
  assert.deepEqual(parseKernel('gaussian'), { kind: 'gaussian' });
  assert.deepEqual(parseKernel(' GAUSSIAN ( ) '), { kind: 'gaussian' });
  assert.deepEqual(parseKernel('gaussian(lengthScale=2)'), { kind: 'gaussian', lengthScale: [2] });
  assert.deepEqual(parseKernel('laplace(LengthScale = [1, .5, 2e1])'), { kind: 'laplace', lengthScale: [1, 0.5, 20] });
  assert.deepEqual(parseKernel('polynomial(degree=2, offset=0)'), {
    kind: 'polynomial',
    degree: 2,
    scale: 1,
    offset: 0,
  });
  assert.deepEqual(parseKernel('arcCosine2'), { kind: 'arcCosine', order: 2 });
  assert.deepEqual(parseKernel('erfNetwork(bias=0)'), { kind: 'network', activation: 'erf', weight: 1, bias: 0 });
  assert.deepEqual(parseKernel('0.5*linear + gaussian(lengthScale=2)'), {
    kind: 'sum',
    terms: [
      { weight: 0.5, kernel: { kind: 'linear' } },
      { weight: 1, kernel: { kind: 'gaussian', lengthScale: [2] } },
    ],
  });
  assert.deepEqual(parseKernel('gaussian*2*spline(order=2)*3'), {
    kind: 'sum',
    terms: [{ weight: 6, kernel: { kind: 'product', factors: [{ kind: 'gaussian' }, { kind: 'spline', order: 2 }] } }],
  });
  // A product binds closer than a sum; a plus between operands joins, whether or not a blank follows.
  const sum = parseKernel('linear +2*gaussian * cauchy');
  assert.deepEqual(sum, parseKernel('(linear) + 2 * (gaussian*cauchy)'));
  assert.deepEqual(sum.kind === 'sum' && sum.terms.map((t) => t.weight), [1, 2]);
  assert.deepEqual(parseKernel('(linear + gaussian) * cauchy').kind, 'product');
  assert.deepEqual(parseKernel('((cauchy))'), { kind: 'cauchy' });
  // Brackets side by side are not nested.
  const many = parseKernel(Array.from({ length: 60 }, (_, i) => `(cauchy(lengthScale=${i + 1}))`).join('+'));
  assert.equal(many.kind === 'sum' && many.terms.length, 60);
});

test('every suggestion is a kernel as it stands, and every name is suggested', () => {
  assert.equal(KERNEL_SUGGESTIONS[0], 'gaussian');
  const names = Object.values<Kernel>(KERNELS).flatMap((kernel) => kernel.names.map(({ name }) => name));
  assert.deepEqual(KERNEL_SUGGESTIONS, names);
  assert.equal(new Set(names).size, names.length);
  for (const name of KERNEL_SUGGESTIONS)
    assert.equal(kernelText(fillKernel(parseKernel(name), [1])).split('(')[0], name);
});

test('what is wrong is named with its place and the nearest name', () => {
  refused('gausian + linear', /no kernel "gausian", at character 1/, /Did you mean gaussian\?/);
  refused('linear + matern53', /at character 10/, /Did you mean matern52\?/);
  refused('quadraticalish', /The kernels are gaussian, /);
  refused('polynomial(degre=3)', /polynomial has no setting "degre", at character 12/, /Did you mean degree\?/);
  refused('gaussian(degree=3)', /It takes lengthScale/);
  refused('polynomial(3)', /a setting of polynomial is missing/);
  refused('polynomial(degree=3, degree=2)', /degree is given twice/);
  refused('polynomial(degree=2.5)', /whole degree of 1 or more.*given 2\.5/);
  refused('spline(order=1)', /order above 1/);
  refused('gaussian(lengthScale=0)', /length scale 0 is not above 0/);
  refused('gaussian(lengthScale=-1)', /length scale -1/);
  refused('gaussian(lengthScale=[1,])', /"\]" is not a finite number/);
  for (const list of ['1,2', '1, 2.5, 3', '1 2'])
    refused(`gaussian(lengthScale=${list})`, /lists in brackets: .*\[1, 2\]/);
  refused('gaussian(columns=1,2) + linear', /lists in brackets/);
  refused('gaussian(lengthScale=1e999)', /not a finite number/);
  refused('polynomial(degree=[1, 2])', /"\[" is not a finite number/);
  refused('', /a kernel is missing at the end/);
  refused('   ', /a kernel is missing at the end/);
  refused('gaussian +', /missing at the end/);
  refused('* gaussian', /a kernel is missing before "\*", at character 1/);
  refused('+gaussian', /a kernel is missing before "\+"/);
  refused('gaussian linear', /"linear" is out of place, at character 10/);
  refused('gaussian)', /"\)" is out of place/);
  refused('(gaussian + linear', /"\)" is missing, at character 19/);
  refused('gaussian(lengthScale 2)', /"=" is missing/);
  refused('2', /number 2 stands without a kernel/);
  refused('gaussian + 2*3', /number 2 stands without a kernel, at character 12/);
  refused('-1*gaussian', /weight -1 does not leave/);
  refused('0*gaussian', /weight 0 does not leave/);
  refused('gaussian - linear', /"-" has no place in a kernel, at character 10/);
  refused('gaussian ^ 2', /"\^" has no place/);
  refused('2gaussian', /"2" has no place/);
  refused('1e-200*1e-200*gaussian', /weight/);
  refused(`${'('.repeat(60)}gaussian${')'.repeat(60)}`, /nested more than 50 deep/);
  const many = (count: number) => new Array(count).fill('gaussian').join(' + ');
  assert.equal(parseKernel(many(64)).kind, 'sum');
  refused(many(65), /more than 64 kernels are joined, at character 705 of/);
  refused(`linear * (${many(200_000)})`, /more than 64 kernels are joined/);
  const deep = (pairs: number) => `${'linear * (linear + '.repeat(pairs)}linear${')'.repeat(pairs)}`;
  assert.equal(parseKernel(deep(4)).kind, 'product');
  refused(`linear + ${deep(4)}`, /sums and products are nested more than 8 deep, at character 1 of/);
  refused('gaussian * thinPlate', /thinPlate is positive definite only with unpenalised polynomials/);
  refused('linear * (2*multiquadric + gaussian)', /multiquadric is positive definite only/);
});

test('open length scales are filled, those that say nothing with 1', () => {
  const template = parseKernel(
    'gaussian + linear*matern32(lengthScale=3) + thinPlate + negativeDistance(lengthScale=2)',
  );
  const text = kernelText(fillKernel(template, [0.5, 4]));
  assert.equal(
    text,
    'gaussian(lengthScale=[0.5, 4]) + linear * matern32(lengthScale=3) + thinPlate + negativeDistance(lengthScale=2)',
  );
  assert.equal(wantsLengthScale(template), true);
  for (const text of [
    'linear',
    'thinPlate + polyharmonic',
    'gaussian(lengthScale=1)',
    'linear * gaussian(lengthScale=[1, 2])',
  ])
    assert.equal(wantsLengthScale(parseKernel(text)), false, text);
  for (const text of ['polynomial', 'multiquadric', 'arcCosine1', 'spline', 'linear + cauchy'])
    assert.equal(wantsLengthScale(parseKernel(text)), true, text);
});

/** A random kernel, as deep as `depth`. */
function drawn(random: Random, depth: number): KernelTemplate {
  const choice = depth === 0 ? 0 : random.below(3);
  const number = () => Math.exp(8 * random.uniform() - 4);
  if (choice === 1) {
    const terms = Array.from({ length: 1 + random.below(3) }, () => ({
      weight: random.below(2) === 0 ? 1 : number(),
      kernel: drawn(random, depth - 1),
    }));
    // One term of weight 1 is that term.
    return terms.length === 1 && terms[0].weight === 1 ? terms[0].kernel : { kind: 'sum', terms };
  }
  const definite = LEAF_NAMES.filter(({ kernel, shape, defaults }) => kernel.order(shape(defaults)) === 0);
  if (choice === 2) {
    const factors = Array.from({ length: 2 + random.below(2) }, () => drawn(random, depth - 1));
    return { kind: 'product', factors };
  }
  const leaf = definite[random.below(definite.length)];
  const values = Object.fromEntries(
    leaf.kernel.parameters.map(({ name }) => [name, name === 'degree' ? 1 + random.below(5) : 1 + number()]),
  );
  return { ...leaf.shape(values), lengthScale: Array.from({ length: 1 + random.below(3) }, number) };
}

test('a printed kernel reads back the same, 500 random ones', () => {
  const random = new Random(12);
  const kinds = new Set<string>();
  for (let round = 0; round < 500; round++) {
    const kernel = drawn(random, 3);
    kinds.add(kernel.kind);
    const text = kernelText(kernel);
    assert.deepEqual(fillKernel(parseKernel(text), [7]), kernel, text);
    assert.equal(kernelText(parseKernel(text)), text);
  }
  assert.ok(kinds.has('sum') && kinds.has('product') && kinds.size > 8);
});

test('open scales stay open in print; random features are told, not read', () => {
  assert.equal(
    kernelText(parseKernel('2 * gaussian + polynomial')),
    '2*gaussian + polynomial(degree=3, scale=1, offset=1)',
  );
  const map = randomFeatures({ activation: 'relu', count: 7, inputs: 2, lengthScale: [1], seed: 1 }, quietContext);
  const text = kernelText({ kind: 'features', map, lengthScale: [1] });
  assert.equal(text, '7 random relu features');
  refused(text, /"random" is out of place|stands without a kernel/);
  assert.equal(kernelTitle({ kind: 'features', map }), 'Random-feature kernel');
});

test('titles for headings', () => {
  const titles: [string, string][] = [
    ['gaussian(lengthScale=2)', 'Gaussian kernel'],
    ['0.5*linear + gaussian', 'Linear + Gaussian kernel'],
    ['gaussian * spline', 'Gaussian × periodic spline kernel'],
    ['(gaussian + linear) * matern52', '(Gaussian + linear) × Matérn 5/2 kernel'],
    ['2*reluNetwork', 'ReLU network kernel'],
    ['erfNetwork', 'Erf network kernel'],
    ['arcCosine1', 'Arc-cosine 1 kernel'],
  ];
  for (const [text, title] of titles) assert.equal(kernelTitle(parseKernel(text)), title);
});

test('a kernel that another version stored has a title, and no expression', () => {
  for (const kind of ['unheardOf', 'toString']) {
    const kernel = { kind, lengthScale: [1] } as unknown as KernelTemplate;
    assert.equal(kernelTitle(kernel), 'Random-feature kernel');
    assert.throws(() => kernelText(kernel), KernelscopeError);
  }
});

test('equal terms of a sum are joined, so that each kernel is computed once', () => {
  const text = (given: string) => kernelText(parseKernel(given));
  assert.equal(text('gaussian + gaussian'), text('2*gaussian'));
  assert.equal(text('0.5*gaussian + linear + 1.5*gaussian'), text('2*gaussian + linear'));
  assert.equal(text('gaussian(lengthScale=1) + gaussian'), 'gaussian(lengthScale=1) + gaussian');
  assert.deepEqual(parseKernel(Array(64).fill('gaussian').join('+')), parseKernel('64*gaussian'));
});
