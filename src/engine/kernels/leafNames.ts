import type { LeafShape } from '../contract/kernel';

/** A number that a kernel's name takes in brackets, and its value when it is left out. */
export interface LeafParameter {
  readonly name: string;
  readonly default: number;
}

/** A name of the kernel expression. */
export interface LeafName {
  readonly name: string;
  /** As a heading says it, before "kernel". */
  readonly title: string;
  readonly parameters: readonly LeafParameter[];
  shape(values: Readonly<Record<string, number>>): LeafShape;
}

/** Every kernel of one formula that a person can ask for by name, most used first. */
export const LEAF_NAMES: readonly LeafName[] = [
  plain('gaussian', 'Gaussian'),
  plain('matern52', 'Matérn 5/2'),
  plain('matern32', 'Matérn 3/2'),
  plain('laplace', 'Laplace'),
  plain('cauchy', 'Cauchy'),
  plain('linear', 'linear'),
  {
    name: 'polynomial',
    title: 'polynomial',
    parameters: [
      { name: 'degree', default: 3 },
      { name: 'scale', default: 1 },
      { name: 'offset', default: 1 },
    ],
    shape: ({ degree, scale, offset }) => ({ kind: 'polynomial', degree, scale, offset }),
  },
  network('relu', 'ReLU network'),
  network('erf', 'erf network'),
  network('tanh', 'tanh network'),
  arcCosine(0),
  arcCosine(1),
  arcCosine(2),
  {
    name: 'spline',
    title: 'periodic spline',
    parameters: [{ name: 'order', default: 2 }],
    shape: ({ order }) => ({ kind: 'spline', order }),
  },
  {
    name: 'trigonometric',
    title: 'trigonometric',
    parameters: [{ name: 'smoothness', default: 1 }],
    shape: ({ smoothness }) => ({ kind: 'trigonometric', smoothness }),
  },
  plain('thinPlate', 'thin-plate'),
  {
    name: 'polyharmonic',
    title: 'polyharmonic',
    parameters: [{ name: 'exponent', default: 3 }],
    shape: ({ exponent }) => ({ kind: 'polyharmonic', exponent }),
  },
  plain('negativeDistance', 'negative distance'),
  {
    name: 'multiquadric',
    title: 'multiquadric',
    parameters: [{ name: 'offset', default: 1 }],
    shape: ({ offset }) => ({ kind: 'multiquadric', offset }),
  },
];

/** Its entry above, and the numbers it was given. Random features have no name: undefined. */
export function leafNameOf(shape: LeafShape): { leaf: LeafName; values: Readonly<Record<string, number>> } | undefined {
  const name = wordFor(shape);
  const leaf = LEAF_NAMES.find((candidate) => candidate.name === name);
  if (leaf === undefined) return undefined;
  const given = Object.entries(shape).filter(([, value]) => typeof value === 'number');
  return { leaf, values: Object.fromEntries(given) };
}

function wordFor(shape: LeafShape): string {
  switch (shape.kind) {
    case 'arcCosine':
      return `arcCosine${shape.order}`;
    case 'network':
      return `${shape.activation}Network`;
    default:
      return shape.kind;
  }
}

function plain(
  name: 'gaussian' | 'laplace' | 'matern32' | 'matern52' | 'cauchy' | 'linear' | 'thinPlate' | 'negativeDistance',
  title: string,
): LeafName {
  return { name, title, parameters: [], shape: () => ({ kind: name }) };
}

function arcCosine(order: 0 | 1 | 2): LeafName {
  const title = `arc-cosine ${order}`;
  return { name: `arcCosine${order}`, title, parameters: [], shape: () => ({ kind: 'arcCosine', order }) };
}

/** As much variance for the bias as for weights on a row of squared length 1, so that the network is no odd function. */
function network(activation: 'relu' | 'erf' | 'tanh', title: string): LeafName {
  return {
    name: `${activation}Network`,
    title,
    parameters: [
      { name: 'weight', default: 1 },
      { name: 'bias', default: 1 },
    ],
    shape: ({ weight, bias }) => ({ kind: 'network', activation, weight, bias }),
  };
}
