import { codeOf, type Spelling } from '../kernels/code';
import type { PortableKernel, PortableLeaf } from '../portable/portable';
import { PYTHON } from '../python/kernels';
import { pythonNumber, pythonValue, pythonVector } from './literals';

/** A kernel as the Python function `name`(X, Z) of encoded rows, n×m, and those of its parts above it. */
export function kernelCode(kernel: PortableKernel, name = 'kernel'): readonly string[] {
  if (kernel.kind === 'leaf') return leafCode(kernel, name);
  const parts: string[][] = [];
  const value = expression(kernel, (leaf) => {
    const part = `${name}_${parts.length + 1}`;
    parts.push([...partCode(leaf, part), '']);
    return `${part}(X, Z)`;
  });
  return [...parts.flat(), `def ${name}(X, Z):`, `    return ${value}`];
}

type Part = Extract<PortableKernel, { readonly kind: 'leaf' | 'features' }>;

/** "0.5 * kernel_1(X, Z) + kernel_2(X, Z) * kernel_3(X, Z)". */
function expression(kernel: PortableKernel, called: (leaf: Part) => string): string {
  switch (kernel.kind) {
    case 'sum':
      return kernel.terms
        .map(({ weight, kernel: term }) => `${pythonNumber(weight)} * ${within(term, called)}`)
        .join(' + ');
    case 'product':
      return kernel.factors.map((factor) => within(factor, called)).join(' * ');
    default:
      return called(kernel);
  }
}

const within = (kernel: PortableKernel, called: (leaf: Part) => string) =>
  kernel.kind === 'sum' ? `(${expression(kernel, called)})` : expression(kernel, called);

const partCode = (part: Part, name: string) => (part.kind === 'leaf' ? leafCode(part, name) : featuresCode(part, name));

/** φ(x)·φ(z)/M. */
function featuresCode({ lengthScale, map }: Extract<PortableKernel, { kind: 'features' }>, name: string): string[] {
  if (map.kind !== 'units') throw new TypeError(`a kernel of ${map.kind} features`);
  return [
    `${name}_map = ${pythonValue(map)}`,
    '',
    `def ${name}(X, Z):`,
    `    scale = ${pythonVector(lengthScale)}`,
    `    return units(${name}_map, X / scale) @ units(${name}_map, Z / scale).T / ${map.bias.length}`,
  ];
}

/**
 * The statements that compute a formula's arguments from the rows; none for differences, whose values are multiplied
 * over columns.
 */
const ARGUMENTS: Readonly<Record<PortableLeaf['argument'], readonly string[]>> = {
  distance: ['square = squares(X, Z)'],
  innerProduct: ['dot, a, b = X @ Z.T, np.sum(X * X, axis=1)[:, None], np.sum(Z * Z, axis=1)[None, :]'],
  difference: [],
};

function leafCode(leaf: PortableLeaf, name: string): string[] {
  const { lines, value } = codeOf(leaf, spellingOf(leaf));
  const head = [
    `def ${name}(X, Z):`,
    `    """${leaf.function}, of rows divided by the length scale."""`,
    `    scale = ${pythonVector(leaf.lengthScale)}`,
    `    X, Z = ${seen('X', leaf)} / scale, ${seen('Z', leaf)} / scale`,
  ];
  if (leaf.argument !== 'difference')
    return [...head, ...[...ARGUMENTS[leaf.argument], ...lines, `return ${value}`].map((line) => `    ${line}`)];
  return [
    ...head,
    '    product = 1',
    '    for u in turns(X, Z):',
    ...[...lines, `product = product * (${value})`].map((line) => `        ${line}`),
    '    return product',
  ];
}

/** The columns of the rows that the kernel sees. */
const seen = (rows: string, { columns }: PortableLeaf) => (columns ? `${rows}[:, [${columns.join(', ')}]]` : rows);

/** The numbers of the leaf stand in its formula. */
const spellingOf = ({ parameters }: PortableLeaf): Spelling => ({
  ...PYTHON,
  parameter(name, index) {
    const value = parameters[name];
    const number = pythonNumber(typeof value === 'number' ? value : value[index ?? 0]);
    return number.startsWith('-') ? `(${number})` : number;
  },
});
