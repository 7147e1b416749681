import type { PortableKernel, PortableLeaf } from '../portable/portable';
import { pythonList, pythonNumber } from './literals';

/** A length scale at which a column that a part of the kernel does not see no longer counts. */
const UNSEEN = 1e9;
/** Digits of numbers that a person reads and changes. */
const DIGITS = 4;

export const shortNumber = (value: number): string => pythonNumber(Number(value.toPrecision(DIGITS)));

/**
 * A kernel in the classes of sklearn.gaussian_process.kernels over the encoded columns `order` (0-based, of the
 * model); undefined where these cannot express it. `used` collects the classes.
 */
export function sklearnKernel(kernel: PortableKernel, order: readonly number[], used: Set<string>): string | undefined {
  const all = (parts: readonly (string | undefined)[], sign: string) =>
    parts.every((part) => part !== undefined) ? parts.join(sign) : undefined;
  switch (kernel.kind) {
    case 'sum':
      return all(
        kernel.terms.map(({ weight, kernel: term }) => {
          const text = sklearnKernel(term, order, used);
          return text && `${shortNumber(weight)} * ${term.kind === 'sum' ? `(${text})` : text}`;
        }),
        ' + ',
      );
    case 'product':
      return all(
        kernel.factors.map((factor) => {
          const text = sklearnKernel(factor, order, used);
          return factor.kind === 'sum' && text ? `(${text})` : text;
        }),
        ' * ',
      );
    case 'features':
      return undefined;
    case 'leaf':
      return sklearnLeaf(kernel, order, used);
  }
}

/** Kernels of the distance that have a length scale for each column. */
const OF_DISTANCE: Readonly<Record<string, readonly [name: string, more: string]>> = {
  gaussian: ['RBF', ''],
  matern52: ['Matern', ', nu=2.5'],
  matern32: ['Matern', ', nu=1.5'],
  laplace: ['Matern', ', nu=0.5'],
};

function sklearnLeaf(leaf: PortableLeaf, order: readonly number[], used: Set<string>): string | undefined {
  const { columns, lengthScale, parameters } = leaf;
  const lengths = order.map((column) =>
    columns && !columns.includes(column) ? UNSEEN : lengthScale[lengthScale.length > 1 ? column : 0],
  );
  const [first] = lengths;
  const single = lengths.every((length) => length === first);
  const call = (name: string, inner: string) => {
    used.add(name);
    return `${name}(${inner})`;
  };
  if (Object.hasOwn(OF_DISTANCE, leaf.function)) {
    const [name, more] = OF_DISTANCE[leaf.function];
    return call(name, `${single ? shortNumber(first) : pythonList(lengths.map(shortNumber))}${more}`);
  }
  // The others have one length scale for all columns.
  if (!single) return undefined;
  if (leaf.function === 'cauchy')
    return call('RationalQuadratic', `length_scale=${shortNumber(first / Math.SQRT2)}, alpha=1`);
  const inner = (scale: number) =>
    `${shortNumber(scale / first ** 2)} * ${call('DotProduct', 'sigma_0=0, sigma_0_bounds="fixed"')}`;
  if (leaf.function === 'linear') return inner(1);
  const { degree, scale, offset } = parameters;
  if (!leaf.function.startsWith('polynomial') || typeof scale !== 'number' || typeof offset !== 'number')
    return undefined;
  return `(${inner(scale)} + ${call('ConstantKernel', shortNumber(offset))}) ** ${degree}`;
}
