import type { RunContext } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import type { Parameters } from '../../contract/method';
import { Random } from '../../data/random';
import { defaultScale } from '../../kernels/defaultScale';
import { fillKernel, wantsLengthScale } from '../../kernels/expression';
import { kernelText } from '../../kernels/kernelWords';
import { polynomialOrder } from '../../kernels/polynomialOrder';
import { asked, invalid } from '../../parameters/asked';
import { readSettings } from '../settings';
import { DEFAULT_COMPONENTS } from './form';

export interface ComponentsKernel {
  readonly kernel: KernelSpec;
  /** The kernel as a person would write it, its length scale left open. */
  readonly text: string;
  readonly lengthScale: readonly number[];
  /** The rule that chose the length scale, or "set". */
  readonly rule: string;
}

/**
 * The kernel for the rows x (n×d), its length scale the median distance, or 1 for `unscaled` features, if it was not
 * set. Throws `parameter/invalid` for one that is positive definite only with unpenalised polynomials, and if the
 * length scales do not fit the columns.
 */
export function componentsKernel(
  parameters: Parameters,
  unscaled: boolean,
  x: Matrix,
  seed: number,
  context: RunContext,
): ComponentsKernel {
  const { kernel, lengthScale } = parameters;
  const given = {
    ...(kernel !== undefined && { kernel }),
    ...(lengthScale !== undefined && { lengthScale }),
    folds: 0,
  };
  const { kernel: template, lengthScale: set } = readSettings(given, x.rows, x.columns, []);
  const text = kernelText(template);
  if (polynomialOrder(template) > 0)
    throw invalid(
      'kernel',
      text,
      `Principal components need a positive definite kernel; ${text} is so only with unpenalised polynomials. Choose gaussian, matern52 or laplace.`,
    );
  const chosen = !wantsLengthScale(template)
    ? { lengthScale: [1], rule: 'the kernel has none to choose' }
    : set !== undefined
      ? { lengthScale: set, rule: 'set' }
      : unscaled
        ? { lengthScale: [1], rule: 'the features have none to choose' }
        : defaultScale(template, x, new Random(seed), context);
  const scale = chosen.rule === 'set' ? chosen.lengthScale : chosen.lengthScale.map((v) => Number(v.toPrecision(4)));
  return { kernel: fillKernel(template, scale), text, lengthScale: scale, rule: chosen.rule };
}

/**
 * The number l for n training rows and `count` landmarks or features, which `what` names. Throws `parameter/invalid` if
 * there are fewer than l.
 */
export function componentsWanted(parameters: Parameters, n: number, count: number, what: string): number {
  const most = Math.min(n - 1, count);
  const { components: wanted } = asked(parameters);
  if (wanted === undefined) return Math.min(DEFAULT_COMPONENTS, most);
  if (wanted <= most) return wanted;
  const limit = count < n - 1 ? `the number of ${what}` : 'one less than the training rows';
  throw invalid('components', wanted, `components must be at most ${limit}, ${most}; it is ${wanted}.`);
}
