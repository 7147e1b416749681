import type {
  PortableDirections,
  PortableInterval,
  PortableModel,
  PortableOutput,
  PortableProjection,
} from '../portable/portable';
import type { Graph, Tensor } from './graph';
import { diagonalOf, type GraphRows, onesOf, squares } from './kernels';

interface At {
  readonly rows: GraphRows;
  readonly cross?: Tensor;
  readonly features?: Tensor;
}

type Fitted = Pick<PortableOutput, 'alpha' | 'beta'>;

/** Half the widths of the intervals, N×outputs. */
export function halfWidthNodes(
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
    b === undefined || b === Number.POSITIVE_INFINITY ? a : graph.minimum(a, b);
  let s = ones;
  if (spread === 'deviation') s = atMost(size, mostDeviation);
  if (spread === 'fitted' && alpha && beta && range) {
    const within = graph.maximum(combination([{ alpha, beta }]), range[0]);
    s = graph.node('Exp', [atMost(within, range[1])]);
  }
  const bounded = atMost(graph.multiply(width, s), most);
  if (mostDeviation === undefined) return bounded;
  const widening = graph.maximum(graph.divide(size, mostDeviation), 1);
  return graph.multiply(widening, bounded);
}

interface Residual {
  readonly squared: Tensor;
  readonly prior: Tensor;
  readonly leverage?: Tensor;
}

function residualOf(
  graph: Graph,
  model: PortableModel,
  { kept, whiten, stored }: PortableProjection,
  { rows, cross, features }: At,
): Residual {
  const { directions, coupling, along, inner } = stored as PortableDirections;
  const { multiply: times, product } = graph;
  const summed = (a: Tensor) => graph.node('ReduceSum', [a, graph.whole(1)], { keepdims: 1 });
  const k = cross as Tensor;
  const own = diagonalOf(graph, model.kernel, rows);
  const p = product(k, graph.matrix(directions));
  if (kept.length === 0 || !features) return { squared: times(p, p), prior: own };
  const of = graph.node('Gather', [features, graph.whole(...kept)], { axis: 1 });
  const v = product(of, graph.matrix(whiten));
  const rest = graph.subtract(p, product(v, graph.matrix(coupling)));
  const twice = times(2, summed(times(v, product(k, graph.matrix(along)))));
  const quadratic = summed(times(product(v, graph.matrix(inner)), v));
  const prior = graph.maximum(graph.add(graph.subtract(own, twice), quadratic), 0);
  return { squared: times(rest, rest), prior, leverage: squares(graph, v) };
}

function deviationOf(
  graph: Graph,
  { squared, prior, leverage }: Residual,
  { weights, ridge }: NonNullable<PortableInterval['deviation']>,
): Tensor {
  const known = graph.product(squared, graph.doubles(weights, [weights.length, 1]));
  const left = graph.maximum(graph.subtract(prior, known), 0);
  const sum = graph.add(1, graph.divide(left, ridge));
  return graph.node('Sqrt', [leverage ? graph.add(sum, leverage) : sum]);
}
