import type { PortableInterval, PortableModel, PortableOutput, PortableProjection } from '../portable/portable';
import type { Graph, Tensor } from './graph';
import { diagonalOf, type GraphRows, onesOf, squares } from './kernels';

interface At {
  readonly rows: GraphRows;
  readonly cross?: Tensor;
  readonly features?: Tensor;
}

type Fitted = Pick<PortableOutput, 'alpha' | 'beta'>;

/** Half the widths of the intervals, N×outputs. */
export function halfWidths(
  graph: Graph,
  model: PortableModel,
  at: At,
  combination: (outputs: readonly Fitted[]) => Tensor,
): Tensor {
  const residual = model.projection && residualOf(graph, model, model.projection, at);
  const ones = onesOf(graph, at.rows.x);
  const widths = model.outputs.map(({ interval }) => {
    const { deviation, ...of } = interval as PortableInterval;
    const size = deviation && residual ? deviationOf(graph, residual, deviation) : ones;
    return halfWidth(graph, of, size, ones, combination);
  });
  return graph.node('Concat', widths, { axis: 1 });
}

function halfWidth(
  graph: Graph,
  { width, most, spread, mostDeviation, alpha, beta, range }: PortableInterval,
  size: Tensor,
  ones: Tensor,
  combination: (outputs: readonly Fitted[]) => Tensor,
): Tensor {
  const atMost = (a: Tensor, b: number | undefined) =>
    b === undefined || b === Number.POSITIVE_INFINITY ? a : graph.node('Min', [a, graph.number(b)]);
  let s = ones;
  if (spread === 'deviation') s = atMost(size, mostDeviation);
  if (spread === 'fitted' && alpha && beta && range) {
    const within = graph.node('Max', [combination([{ alpha, beta }]), graph.number(range[0])]);
    s = graph.node('Exp', [atMost(within, range[1])]);
  }
  const bounded = atMost(graph.node('Mul', [graph.number(width), s]), most);
  if (mostDeviation === undefined) return bounded;
  const widening = graph.node('Max', [graph.node('Div', [size, graph.number(mostDeviation)]), graph.number(1)]);
  return graph.node('Mul', [widening, bounded]);
}

interface Residual {
  readonly squared: Tensor;
  readonly prior: Tensor;
  readonly leverage?: Tensor;
}

function residualOf(
  graph: Graph,
  model: PortableModel,
  { kept, directions, whiten, coupling, along, inner }: PortableProjection,
  { rows, cross, features }: At,
): Residual {
  const times = (a: Tensor, b: Tensor) => graph.node('Mul', [a, b]);
  const product = (a: Tensor, b: Tensor) => graph.node('MatMul', [a, b]);
  const summed = (a: Tensor) => graph.node('ReduceSum', [a, graph.whole(1)], { keepdims: 1 });
  const k = cross as Tensor;
  const own = diagonalOf(graph, model.kernel, rows);
  const p = product(k, graph.matrix(directions));
  if (kept.length === 0 || !features) return { squared: times(p, p), prior: own };
  const of = graph.node('Gather', [features, graph.whole(...kept)], { axis: 1 });
  const v = product(of, graph.matrix(whiten));
  const rest = graph.node('Sub', [p, product(v, graph.matrix(coupling))]);
  const twice = times(graph.number(2), summed(times(v, product(k, graph.matrix(along)))));
  const quadratic = summed(times(product(v, graph.matrix(inner)), v));
  const prior = graph.node('Max', [graph.node('Add', [graph.node('Sub', [own, twice]), quadratic]), graph.number(0)]);
  return { squared: times(rest, rest), prior, leverage: squares(graph, v) };
}

function deviationOf(
  graph: Graph,
  { squared, prior, leverage }: Residual,
  { weights, ridge }: NonNullable<PortableInterval['deviation']>,
): Tensor {
  const known = graph.node('MatMul', [squared, graph.doubles(weights, [weights.length, 1])]);
  const left = graph.node('Max', [graph.node('Sub', [prior, known]), graph.number(0)]);
  const sum = graph.node('Add', [graph.number(1), graph.node('Div', [left, graph.number(ridge)])]);
  return graph.node('Sqrt', [leverage ? graph.node('Add', [sum, leverage]) : sum]);
}
