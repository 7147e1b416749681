import { silently } from '../../engine/contract/context';
import type { KernelSpec } from '../../engine/contract/kernel';
import { landmarkMap } from '../../engine/features/landmarks/landmarkMap';
import { empiricalComponents } from '../../engine/fit/components/empirical';
import { featureComponents } from '../../engine/fit/components/featureComponents';
import { kernelCross } from '../../engine/kernels/kernelMatrix';
import { rowBlock } from '../../engine/kernels/rows';
import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { inCases, lessThan } from '../compared';
import { byName } from '../page';
import { chart, curveWithBand, overLinear, overLog, ROLES } from '../plot';
import type { Recipe } from '../recipe';
import { averaged } from '../statistics';
import { type Run, study, upTo } from '../study';
import texts from './propositions.json';

const KERNEL: KernelSpec = { kind: 'gaussian', lengthScale: [1] };
const { prop1, prop2 } = texts;

/** n normal rows of two columns, and k of the first m with all of them (m×n). */
function drawn(n: number, m: number, run: Run<object, unknown>) {
  const x = { rows: n, columns: 2, values: Float64Array.from({ length: 2 * n }, () => run.random.normal()) };
  const landmarks = rowBlock(x, 0, m);
  return { x, landmarks, k: kernelCross(KERNEL, landmarks, x, silently(run)) };
}

/** <f, Sigma·g> by definition (1), over all pairs of rows, f = sum_j a_j·k(·, x_j) and g likewise; and <f, g>. */
function forms(a: Float64Array, b: Float64Array, k: Float64Array) {
  const m = a.length;
  const n = k.length / m;
  const on = (c: Float64Array) =>
    Float64Array.from({ length: n }, (_, i) => c.reduce((sum, v, j) => sum + v * k[j + i * m], 0));
  const [f, g] = [on(a), on(b)];
  let covariance = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) covariance += (f[i] - f[j]) * (g[i] - g[j]);
  // The landmarks are the first rows.
  return { covariance: covariance / (2 * n * (n - 1)), inner: b.reduce((sum, v, i) => sum + v * f[i], 0) };
}

const nypcaProp1 = study({
  page: prop1,
  repetitions: [10, 2],
  axes: ({ repetitions }) => ({ repetition: repetitions }),
  stage: ({ repetition }) => `draw ${repetition + 1}`,
  measure(_, run) {
    const { rows: n, components: l } = prop1.data;
    const { x, k } = drawn(n, n, run);
    const { eigenvalues, model } = empiricalComponents(KERNEL, x, l, true, silently(run));
    const c = (i: number) => model.components.coefficients.subarray(i * n, (i + 1) * n);
    const pairs = Array.from({ length: l * l }, (_, o) => [o % l, Math.floor(o / l)]);
    const found = pairs.map(([i, j]) => ({ i, j, ...forms(c(i), c(j), k) }));
    const off = (of: (one: (typeof found)[number]) => number) => Math.max(...found.map((one) => Math.abs(of(one))));
    // With α of length 1, φ as printed is φ of norm 1 divided by the length of its values.
    const means = new Float64Array(n).fill(1 / n);
    const norms = Array.from(eigenvalues, (v, i) => 1 / Math.sqrt((n - 1) * v + n * forms(c(i), means, k).inner ** 2));
    return {
      covariance: off(({ i, j, covariance }) => covariance - (i === j ? eigenvalues[i] : 0)) / eigenvalues[0],
      inner: off(({ i, j, inner }) => inner - (i === j ? 1 : 0)),
      norms,
    };
  },
  report(measurements) {
    const { rounding } = prop1.data;
    const off = (of: 'covariance' | 'inner') => Math.max(...measurements.map((one) => one[of]));
    const numbers = upTo(prop1.data.components).map((i) => i + 1);
    const norms = numbers.map((i) => averaged(measurements.map((one) => one.norms[i - 1])));
    const [eigenpairs, orthonormal] = [off('covariance') < rounding, off('inner') < rounding];
    return {
      finding: told`The proposition **${eigenpairs && orthonormal ? 'holds' : 'is violated'}**: over all pairs of rows covariances of the components lie within ${plain(off('covariance'), 1)} of λ̂_i·δ_ij. With α̂_i of length 1 the printed φ̂₁ has norm ${plain(norms[0].mean, 2)}, not 1: α̂_i has to be the values of φ̂_i on the rows.`,
      numbers: byName(numbers, (i) => ({ [`norm of the printed φ̂_${i}, α̂ of length 1`]: norms[i - 1] })),
      claims: { eigenpairs, orthonormal },
      figures: [
        chart({
          id: 'nypca-prop1-norms',
          title: 'Norm of the printed eigenfunctions',
          sentence: told`With α̂ of length 1 the first is **${plain(norms[0].mean, 2)}**, not 1.`,
          x: overLinear('component i'),
          y: overLinear('norm in H'),
          series: curveWithBand(ROLES[0], 'α̂ of length 1', numbers, norms),
        }),
      ],
    };
  },
});

const nypcaProp2 = study({
  page: prop2,
  repetitions: [20, 4],
  axes: ({ repetitions }) => ({ m: prop2.data.landmarks, repetition: repetitions }),
  stage: ({ m }) => `${m} landmarks`,
  measure({ m }, run) {
    const { random } = run;
    const { rows: n, tries } = prop2.data;
    const inner = silently(run);
    const { x, landmarks, k } = drawn(n, m, run);
    const map = landmarkMap(KERNEL, landmarks, inner);
    const { eigenvalues, model } = featureComponents({ map, title: '' }, KERNEL, x, m, true, inner);
    const c = (i: number) => model.components.coefficients.subarray(i * m, (i + 1) * m);
    // Over φ = sum w_i·φ_i of norm 1 the variance is sum lambda_i·w_i²; (9) has w at right angles to s, the sums of the φ_i's coefficients,
    // so that its largest is the root of sum s_i²/(lambda_i − root) between the first two eigenvalues.
    const sums = Array.from(eigenvalues, (_, i) => c(i).reduce((sum, v) => sum + v, 0));
    let [low, high] = [eigenvalues[1], eigenvalues[0]];
    for (let step = 0; step < 100; step++) {
      const root = (low + high) / 2;
      if (sums.reduce((sum, s, i) => sum + s ** 2 / (eigenvalues[i] - root), 0) > 0) high = root;
      else low = root;
    }
    const tried = Array.from({ length: tries }, () => {
      const any = Float64Array.from({ length: m }, () => random.normal());
      const { covariance, inner: size } = forms(any, any, k);
      return covariance / size / eigenvalues[0];
    });
    return {
      ratio: low / eigenvalues[0],
      tried: Math.max(...tried),
      own: forms(c(0), c(0), k).covariance / eigenvalues[0],
    };
  },
  report(measurements) {
    const { landmarks } = prop2.data;
    const ratios = landmarks.map((m) => averaged(measurements.at({ m }).map(({ ratio }) => ratio)));
    const last = landmarks.length - 1;
    const all = (m: number, holds: (one: { readonly tried: number; readonly own: number }) => boolean) =>
      [`m = ${m}`, measurements.at({ m }).every(holds)] as const;
    return {
      finding: told`The solution of (9) as printed has **${fixed(ratios[0].mean, 4)}** of the variance of proposition 2’s with ${landmarks[0]} landmarks and ${fixed(ratios[last].mean, 5)} with ${landmarks[last]}: M leaves coefficients free, (9), (11) and (12) do not.`,
      numbers: byName(landmarks, (m, i) => ({ [`largest variance, (9) / proposition 2, m = ${m}`]: ratios[i] })),
      claims: {
        free: inCases(landmarks, (m) => all(m, ({ tried, own }) => tried <= 1 && Math.abs(own - 1) < 1e-6)),
        printed: inCases(landmarks, (m, i) => [
          `m = ${m}`,
          lessThan(ratios[i], { mean: 1, error: 0 }) ? false : undefined,
        ]),
      },
      figures: [
        chart({
          id: 'nypca-prop2-ratio',
          title: 'Coefficients that sum to 0 against free ones',
          sentence: told`With ${landmarks[0]} landmarks (9) reaches **${fixed(ratios[0].mean, 4)}** of proposition 2’s variance.`,
          x: overLog('landmarks m', 'count'),
          y: overLinear('largest variance, (9) / proposition 2'),
          series: curveWithBand(ROLES[0], '(9) / proposition 2', landmarks, ratios),
        }),
      ],
    };
  },
});

export const nypcaPropositions: readonly Recipe[] = [nypcaProp1, nypcaProp2];
