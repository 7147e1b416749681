// Our side of `npm run bench -- scale`: one request a line of JSON on stdin, one answer a line on stdout.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { quietContext } from '../../src/engine/contract/context';
import { evaluateBlocks } from '../../src/engine/features/blocks';
import { drawFeatures } from '../../src/engine/features/drawFeatures';
import { landmarkMap } from '../../src/engine/features/landmarks/landmarkMap';
import { filterShares } from '../../src/engine/filters/anyFilter';
import { empiricalComponents } from '../../src/engine/fit/components/empirical';
import { featureComponents } from '../../src/engine/fit/components/featureComponents';
import { leftToFree } from '../../src/engine/fit/features/countCurve';
import { featureSpectrum, featureWeights } from '../../src/engine/fit/features/featureSpectrum';
import { featureSums } from '../../src/engine/fit/features/featureSums';
import { predictFeatures } from '../../src/engine/fit/features/predictFeatures';
import { pickRows, rowBlock } from '../../src/engine/kernels/rows';
import { quietWith } from '../../src/engine/linalg/linalg';
import { riskPath } from '../../src/engine/spectrum/risk';
import { unpenalisedOf } from '../../src/engine/spectrum/unpenalised';
import { openCore } from '../harness/openCore.mjs';
import { numberRows, prepareRows } from '../robust/rows.mjs';

/** @type {import('../../src/engine/contract/kernel').FeatureBlock[]} */
const CONSTANT = [{ kind: 'constant' }];
/** Lambdas of the path, which the peer has one of. */
const PATH = 100;

let core;
let train;
let test;
let folder;

const OPERATIONS = {
  start(request) {
    const opened = openCore(request);
    core = opened?.core;
    return { library: opened?.library };
  },

  /** n rows in memory and up to `held` held-out ones, as many as the file has; also written for the peer. */
  rows({ data, n, held: most, folder: into }) {
    folder = into;
    const held = data === undefined ? most : Math.min(most, numberRows(data).length - n);
    if (!(held > 0)) throw new Error(`${data} has no more than the ${n} rows to train on`);
    const { x, y } = prepareRows(data, n + held, folder);
    train = { x: rowBlock(x, 0, n), y: y.slice(0, n) };
    test = { x: rowBlock(x, n, held), y: y.slice(n) };
    return { d: x.columns, held };
  },

  /** Ridge regression on the features that the peer has drawn, with the whole path of lambdas beside the one predicted with. */
  ridge({ features, count, lengthScale, lambda }) {
    const given = features === 'fourier' ? peerFourier(count) : peerLandmarks();
    const started = performance.now();
    const map = given.map ?? landmarkMap(gaussian(lengthScale), given.points, quietWith(core));
    const { x, y } = train;
    const { fit, spectrum, unpenalised } = ridgeFit(map, x, y, lambda);
    const [predicted] = predictFeatures({ map, blocks: CONSTANT, unpenalised }, [fit], test.x, quietWith(core));
    const low = 1e-10 * spectrum.mu[0];
    const grid = Float64Array.from({ length: PATH }, (_, i) => low * 1e10 ** (i / (PATH - 1)));
    riskPath(spectrum, 0, filterOf(lambda, spectrum), 'lambda', grid);
    return { ...taken(started), ...missedBy(predicted) };
  },

  /** Principal components of landmarks' features. */
  nystromComponents({ lengthScale, components }) {
    const { points } = peerLandmarks();
    const started = performance.now();
    const kernel = gaussian(lengthScale);
    const map = landmarkMap(kernel, points, quietWith(core));
    const drawn = { map, title: 'uniform landmarks' };
    const found = featureComponents(drawn, kernel, train.x, components, true, quietWith(core));
    return { ...taken(started), eigenvalues: [...found.eigenvalues] };
  },

  empiricalComponents({ lengthScale, components }) {
    const started = performance.now();
    const found = empiricalComponents(gaussian(lengthScale), train.x, components, true, quietWith(core));
    return { ...taken(started), eigenvalues: [...found.eigenvalues] };
  },

  /** A fit of n made rows of d columns on M Fourier features: adding up and decomposing apart. */
  scaling({ n, d, count }) {
    const values = Float64Array.from({ length: n * d }, (_, i) => Math.sin(1 + i * i * 1e-3));
    const x = { rows: n, columns: d, values };
    const y = Float64Array.from({ length: n }, (_, i) => Math.sin(2 * values[i]));
    const kernel = gaussian(Math.sqrt(2 * d));
    const map = drawFeatures({ map: 'fourier', kernel, count, inputs: d, seed: 1 }, quietContext);
    const { sumSeconds, eigenSeconds } = ridgeFit(map, x, y, 1e-3);
    return { seconds: sumSeconds + eigenSeconds, sumSeconds, eigenSeconds };
  },
};

function ridgeFit(map, x, y, lambda) {
  const n = x.rows;
  const { values, columns } = evaluateBlocks(CONSTANT, x, quietWith(core));
  const unpenalised = unpenalisedOf(values, n, columns ?? 1, quietWith(core));
  const { p, q } = unpenalised;
  const right = new Float64Array(n * (p + 1));
  right.set(q);
  right.set(y, p * n);
  const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
  const along = [Float64Array.of(dot(q, y))];
  const started = performance.now();
  const sums = featureSums({ map, x }, right, undefined, quietWith(core));
  const added = performance.now();
  const facts = { n, unpenalised: p, along, square: [dot(y, y)] };
  const found = featureSpectrum(sums, 1, facts, quietWith(core));
  const eigenSeconds = (performance.now() - added) / 1000;
  const [spectrum] = found.spectra;
  const weights = featureWeights(
    found,
    spectrum,
    filterShares(filterOf(lambda, spectrum), spectrum.mu, spectrum.rank, n),
  );
  const fit = { weights, along: leftToFree(along[0], found.free, weights, p) };
  return { fit, spectrum, unpenalised, sumSeconds: (added - started) / 1000, eigenSeconds };
}

/** @returns {import('../../src/engine/contract/filter').FilterSpec} */
const filterOf = (lambda, { mu }) => ({ kind: 'zones', lambda, k: 0, r: mu.length });
/** @returns {import('../../src/engine/contract/kernel').KernelSpec} */
const gaussian = (lengthScale) => ({ kind: 'gaussian', lengthScale: [lengthScale] });
const taken = (started) => ({
  seconds: (performance.now() - started) / 1000,
  megabytes: process.resourceUsage().maxRSS / 1024,
});

/** Mean squared error of the held-out rows. */
function missedBy(predicted) {
  let squared = 0;
  for (let i = 0; i < predicted.length; i++) squared += (predicted[i] - test.y[i]) ** 2;
  return { missed: squared / predicted.length };
}

/** sqrt(2/M)·cos(x·W + b) as the peer drew W (d×M) and b. */
function peerFourier(count) {
  const [weights, bias] = [numbers('weights.bin'), numbers('offsets.bin')];
  return { map: { activation: 'cos', inputs: train.x.columns, weights, bias, scale: Math.SQRT2 }, count };
}

function peerLandmarks() {
  return { points: pickRows(train.x, Uint32Array.from(numbers('landmarks.bin'))) };
}

function numbers(file) {
  const bytes = readFileSync(join(folder, file));
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const request = JSON.parse(line);
    answer = OPERATIONS[request.operation](request);
  } catch (error) {
    answer = { error: error.stack };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit(0);
