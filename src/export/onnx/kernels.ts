import type { Matrix } from '../../engine/contract/data';
import { KernelscopeError } from '../../engine/contract/failure';
import { squaredNorms } from '../../engine/kernels/kernelMatrix';
import { pickColumns } from '../../engine/kernels/rows';
import { columnMeans, scaleRows } from '../../engine/kernels/scaledRows';
import type { Arguments } from '../kernels/formulas';
import { fourierMatrix, inverseLower, transposed } from '../portable/matrices';
import type { PortableBlock, PortableKernel, PortableLeaf, PortableMap } from '../portable/portable';
import type { Graph, Tensor } from './graph';
import { cosine, onnxOperators, power } from './operators';

/** Encoded rows in a graph: N×d, and how many columns they have. */
export interface GraphRows {
  readonly x: Tensor;
  readonly columns: number;
}

type SingleKernel = Exclude<PortableKernel, { readonly kind: 'sum' | 'product' }>;

/** Combines the values of single kernels into sums and products. */
function expressed(graph: Graph, kernel: PortableKernel, single: (kernel: SingleKernel) => Tensor): Tensor {
  const part = (of: PortableKernel) => expressed(graph, of, single);
  if (kernel.kind === 'product') return combined(graph, 'Mul', kernel.factors.map(part));
  if (kernel.kind !== 'sum') return single(kernel);
  const terms = kernel.terms.map(({ weight, kernel: term }) => graph.multiply(weight, part(term)));
  return combined(graph, 'Add', terms);
}

/** k(x, rows), N×n. */
export const kernelTo = (graph: Graph, kernel: PortableKernel, at: GraphRows, rows: Matrix): Tensor =>
  expressed(graph, kernel, (single) => singleTo(graph, single, at, rows));

function singleTo(graph: Graph, kernel: SingleKernel, at: GraphRows, rows: Matrix): Tensor {
  const scaled = seen(graph, kernel, at);
  const to = scaleRows(kernel.kind === 'leaf' ? pickColumns(rows, kernel.columns) : rows, kernel.lengthScale);
  if (kernel.kind === 'features') {
    const [ofX, ofRows] = [
      mapOf(graph, kernel.map, scaled),
      mapOf(graph, kernel.map, { x: graph.matrix(to), columns: to.columns }),
    ];
    const product = graph.product(ofX, graph.node('Transpose', [ofRows], { perm: [1, 0] }));
    return graph.multiply(product, share(graph, kernel.map));
  }
  return LEAVES[kernel.argument](graph, kernel, scaled, to);
}

/** The rows that a kernel sees, divided by its length scale. */
function seen(graph: Graph, kernel: SingleKernel, at: GraphRows): GraphRows {
  const columns = kernel.kind === 'leaf' ? kernel.columns : undefined;
  const x = columns ? graph.node('Gather', [at.x, graph.whole(...columns)], { axis: 1 }) : at.x;
  return { ...at, x: divided(graph, x, kernel.lengthScale), columns: columns?.length ?? at.columns };
}

/** The factor of one feature in the kernel that the features make. */
const share = (graph: Graph, map: PortableMap): Tensor => graph.number(map.kind === 'units' ? 1 / map.bias.length : 1);

type LeafTo = (graph: Graph, leaf: PortableLeaf, at: GraphRows, to: Matrix) => Tensor;

const LEAVES: Readonly<Record<PortableLeaf['argument'], LeafTo>> = {
  distance(graph, leaf, at, to) {
    // Centred on the rows' means: distances by inner products lose what all rows have in common.
    const means = columnMeans(to);
    const x = graph.subtract(at.x, graph.row(means));
    const z = { ...to, values: to.values.map((value, o) => value - means[Math.floor(o / to.rows)]) };
    const dot = graph.product(x, graph.matrix(transposed(z)));
    const sum = graph.add(squares(graph, x), graph.row(squaredNorms(z)));
    const square = graph.maximum(graph.subtract(sum, graph.multiply(2, dot)), 0);
    return formulaAt(graph, leaf, { square });
  },
  innerProduct(graph, leaf, at, to) {
    const dot = graph.product(at.x, graph.matrix(transposed(to)));
    const norms = squaredNorms(to);
    const largest = norms.reduce((a, b) => Math.max(a, b), 0);
    return formulaAt(graph, leaf, { dot, a: squares(graph, at.x), b: graph.row(norms) }, largest);
  },
  difference(graph, leaf, at, to) {
    const factors = Array.from({ length: to.columns }, (_, c) => {
      const column = columnOf(graph, at.x, c);
      const other = graph.row(to.values.subarray(c * to.rows, (c + 1) * to.rows));
      const turns = graph.subtract(column, other);
      const rest = graph.subtract(turns, graph.node('Round', [turns]));
      return formulaAt(graph, leaf, { u: graph.multiply(2, graph.node('Abs', [rest])) });
    });
    return combined(graph, 'Mul', factors);
  },
};

function formulaAt(graph: Graph, leaf: PortableLeaf, at: Partial<Arguments<Tensor>>, largest?: number): Tensor {
  const nothing = graph.number(0);
  return leaf.of(onnxOperators(graph, leaf, largest), {
    square: nothing,
    dot: nothing,
    a: nothing,
    b: nothing,
    u: nothing,
    ...at,
  });
}

/** k(x, x), N×1. */
export const diagonalOf = (graph: Graph, kernel: PortableKernel, at: GraphRows): Tensor =>
  expressed(graph, kernel, (single) => singleDiagonal(graph, single, at));

function singleDiagonal(graph: Graph, kernel: SingleKernel, at: GraphRows): Tensor {
  const { x, columns } = seen(graph, kernel, at);
  if (kernel.kind === 'features') {
    const features = mapOf(graph, kernel.map, { ...at, x });
    return graph.multiply(squares(graph, features), share(graph, kernel.map));
  }
  const square = squares(graph, x);
  // A column of zeros, as long as the batch.
  const zero = graph.multiply(square, 0);
  if (kernel.argument === 'innerProduct') return formulaAt(graph, kernel, { dot: square, a: square, b: square });
  if (kernel.argument === 'distance') return formulaAt(graph, kernel, { square: zero });
  return power(graph, formulaAt(graph, kernel, { u: zero }), columns);
}

/** The unpenalised features side by side, N×p; undefined where there are none. */
export function featuresOf(graph: Graph, blocks: readonly PortableBlock[], at: GraphRows): Tensor | undefined {
  if (blocks.length === 0) return undefined;
  const parts = blocks.map((block) => {
    if (block.kind === 'map') return mapOf(graph, block.map, at);
    const ones = onesOf(graph, at.x);
    if (block.kind === 'constant') return ones;
    const factors = block.powers.map((factor) => power(graph, columnOf(graph, at.x, factor.column), factor.power));
    return combined(graph, 'Mul', [ones, ...factors]);
  });
  return graph.node('Concat', parts, { axis: 1 });
}

type MapTo<M> = (graph: Graph, map: M, at: GraphRows) => Tensor;
const MAPS: { readonly [K in PortableMap['kind']]: MapTo<Extract<PortableMap, { readonly kind: K }>> } = {
  units(graph, { activation, weights, bias, scale, thresholds, factors }, { x }) {
    const v = graph.add(graph.product(x, graph.matrix(weights)), graph.row(bias));
    const size = Float64Array.from(bias, (_, j) => scale * (factors?.[j] ?? 1));
    return graph.multiply(activated(graph, activation, v, thresholds), graph.row(size));
  },
  maclaurin(graph, { signs, degrees, coefficients, ...map }, at) {
    const projected = () => graph.product(withConstant(graph, map, at), graph.matrix(signs));
    return products(graph, at, projected, degrees, coefficients);
  },
  tensorSketch(graph, { count, width, degree, buckets, signs, ...map }, at) {
    const row = withConstant(graph, map, at);
    const blocks = Array.from({ length: buckets.columns / degree }, (_, block) => {
      const spectra = Array.from({ length: degree }, (_, t) => spectrum(buckets, signs, block * degree + t, width));
      // Real and imaginary parts of the product of all factors' Fourier transforms.
      let [re, im] = spectra[0].map((part) => graph.product(row, part(graph)));
      for (const next of spectra.slice(1)) {
        const [c, d] = next.map((part) => graph.product(row, part(graph)));
        const { multiply: times } = graph;
        [re, im] = [graph.subtract(times(re, c), times(im, d)), graph.add(times(re, d), times(im, c))];
      }
      const back = (wave: (angle: number) => number) =>
        graph.matrix(fourierMatrix(width, (angle) => wave(angle) / Math.sqrt(width)));
      return graph.subtract(graph.product(re, back(Math.cos)), graph.product(im, back(Math.sin)));
    });
    const all = graph.node('Concat', blocks, { axis: 1 });
    return graph.node('Slice', [all, graph.whole(0), graph.whole(count), graph.whole(1)]);
  },
  taylor(graph, { lengthScale, scale, starts, indices, factors }, at) {
    const x = divided(graph, at.x, lengthScale);
    const envelope = graph.node('Exp', [graph.multiply(-0.5, squares(graph, x))]);
    const columns = () => graph.node('Gather', [x, graph.whole(...indices)], { axis: 1 });
    const counts = factors.map((_, j) => starts[j + 1] - starts[j]);
    const monomials = products(
      graph,
      at,
      columns,
      counts,
      factors.map((factor) => factor * scale),
    );
    return graph.multiply(envelope, monomials);
  },
  histogram: (graph, { weights }, { x }) =>
    graph.node('Exp', [graph.node('Neg', [graph.product(x, graph.matrix(weights))])]),
  additive(graph, { columns, frequencies, phases, factors }, { x }) {
    const of = graph.node('Gather', [x, graph.whole(...columns)], { axis: 1 });
    const zero = graph.node('Equal', [of, graph.number(0)]);
    const logarithm = graph.node('Log', [graph.node('Where', [zero, graph.number(1), of])]);
    const angle = graph.add(graph.multiply(logarithm, graph.row(frequencies)), graph.row(phases));
    const wave = graph.multiply(cosine(graph, angle), graph.row(factors));
    return graph.multiply(graph.node('Sqrt', [of]), wave);
  },
  spline: (graph, { lengthScale, points, kernel }, at) =>
    kernelTo(graph, kernel, { ...at, x: divided(graph, at.x, lengthScale) }, transposed(points)),
  field: (graph, { kernel, points, coefficients }, at) =>
    graph.product(kernelTo(graph, kernel, at, points), graph.matrix(coefficients)),
  landmarks: (graph, { kernel, points, factor }, at) =>
    graph.product(kernelTo(graph, kernel, at, points), graph.matrix(transposed(inverseLower(factor)))),
};

function mapOf<M extends PortableMap>(graph: Graph, map: M, at: GraphRows): Tensor {
  return (MAPS[map.kind] as MapTo<M>)(graph, map, at);
}

function activated(graph: Graph, activation: string, v: Tensor, thresholds?: Float64Array): Tensor {
  const clipped = () => graph.maximum(v, 0);
  switch (activation) {
    case 'cos':
      return cosine(graph, v);
    case 'relu':
      return clipped();
    case 'reluSquared': {
      const above = clipped();
      return graph.multiply(above, above);
    }
    case 'tanh':
      return graph.node('Tanh', [v]);
    case 'step':
      return graph.node('Where', [graph.node('Greater', [v, graph.number(0)]), graph.number(1), graph.number(0)]);
    case 'sign':
      return graph.node('Where', [graph.node('Greater', [v, graph.number(0)]), graph.number(1), graph.number(-1)]);
    case 'binary': {
      const row = graph.row(thresholds ?? []);
      const floor = graph.node('Floor', [graph.add(cosine(graph, v), row)]);
      const above = graph.add(graph.multiply(2, floor), 1);
      return graph.maximum(graph.minimum(above, 1), -1);
    }
    case 'identity':
      return v;
    default:
      throw refused(
        `its ${activation} features: ONNX Runtime computes ${activation} in 32 bits alone, which loses digits. Choose featureMap=tanh`,
      );
  }
}

/** Names the part that ONNX cannot express, and a remedy. */
function refused(what: string): KernelscopeError {
  return new KernelscopeError(
    'parameter/invalid',
    `This model cannot be exported as ONNX for ${what}, or export it as python or javascript.`,
    { name: 'format', value: 'onnx' },
  );
}

/** Rows divided by the length scale, times the root of `scale`, and behind them the column that carries the offset. */
function withConstant(
  graph: Graph,
  {
    lengthScale,
    scale,
    offset,
  }: { readonly lengthScale: readonly number[]; readonly scale: number; readonly offset: number },
  at: GraphRows,
): Tensor {
  const x = graph.multiply(divided(graph, at.x, lengthScale), Math.sqrt(scale));
  const zeros = graph.multiply(columnOf(graph, x, 0), 0);
  return graph.node('Concat', [x, graph.add(zeros, Math.sqrt(offset))], { axis: 1 });
}

/** For each feature the product of `counts` neighbouring columns and a factor: column by column of a table padded with ones. */
function products(
  graph: Graph,
  at: GraphRows,
  columns: () => Tensor,
  counts: Float64Array,
  factors: Float64Array,
): Tensor {
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  const total = counts.reduce((a, b) => a + b, 0);
  const ones = onesOf(graph, at.x);
  const row = graph.row(factors);
  if (total === 0) return graph.multiply(row, ones);
  const padded = graph.node('Concat', [columns(), ones], { axis: 1 });
  let result = row;
  for (let t = 0; t < most; t++) {
    let first = 0;
    const picks = Array.from(counts, (degree) => {
      const pick = degree > t ? first + t : total;
      first += degree;
      return pick;
    });
    result = graph.node('Mul', [result, graph.node('Gather', [padded, graph.whole(...picks)], { axis: 1 })]);
  }
  return result;
}

/** N×1. */
export function onesOf(graph: Graph, x: Tensor): Tensor {
  const zeros = graph.multiply(columnOf(graph, x, 0), 0);
  return graph.add(zeros, 1);
}

/** A factor's sketch followed by its Fourier transform, as a pair of matrices (d + 1)×width. */
function spectrum(buckets: Matrix, signs: Matrix, t: number, width: number) {
  const part = (wave: (angle: number) => number) => (graph: Graph) => {
    const { rows } = buckets;
    const values = new Float64Array(rows * width);
    for (let c = 0; c < rows; c++)
      for (let k = 0; k < width; k++)
        values[k * rows + c] =
          signs.values[t * rows + c] * wave((2 * Math.PI * ((buckets.values[t * rows + c] * k) % width)) / width);
    return graph.matrix({ rows, columns: width, values });
  };
  return [part(Math.cos), part((angle) => -Math.sin(angle))];
}

const combined = (graph: Graph, op: 'Add' | 'Mul', parts: readonly Tensor[]): Tensor =>
  parts.reduce((a, b) => graph.node(op, [a, b]));

const columnOf = (graph: Graph, x: Tensor, column: number): Tensor =>
  graph.node('Gather', [x, graph.whole(column)], { axis: 1 });

/** ‖x‖², N×1. */
export const squares = (graph: Graph, x: Tensor): Tensor =>
  graph.node('ReduceSum', [graph.multiply(x, x), graph.whole(1)], { keepdims: 1 });

function divided(graph: Graph, x: Tensor, lengthScale: readonly number[]): Tensor {
  if (lengthScale.every((value) => value === 1)) return x;
  return graph.divide(x, graph.row(lengthScale));
}
