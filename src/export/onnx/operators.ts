import type { Operators } from '../kernels/operators';
import type { PortableLeaf } from '../portable/portable';
import { arccosine, arcsine } from './arcs';
import type { Graph, Tensor } from './graph';
import { tanhNetwork } from './tanhNetwork';

/** Nodes of a graph for a leaf's formula. `largest` is the largest squared norm of the rows that new ones are compared with. */
export function onnxOperators(
  graph: Graph,
  { parameters }: Pick<PortableLeaf, 'parameters'>,
  largest?: number,
): Operators<Tensor> {
  const one = (op: string) => (a: Tensor) => graph.node(op, [a]);
  const operators: Operators<Tensor> = {
    number: (value) => graph.number(value),
    parameter: (name, index) => {
      const value = parameters[name];
      return graph.number(typeof value === 'number' ? value : value[index ?? 0]);
    },
    named: (_, value) => value,
    add: graph.add,
    subtract: graph.subtract,
    multiply: graph.multiply,
    ratio: (a, b) => {
      const zero = graph.node('Equal', [b, graph.number(0)]);
      const safe = graph.node('Where', [zero, graph.number(1), b]);
      return graph.node('Where', [zero, graph.number(0), graph.divide(a, safe)]);
    },
    negate: one('Neg'),
    sqrt: one('Sqrt'),
    exp: one('Exp'),
    log: one('Log'),
    tanh: one('Tanh'),
    asin: (a) => arcsine(graph, a),
    acos: (a) => arccosine(graph, a),
    maximum: graph.maximum,
    minimum: graph.minimum,
    power: (a, exponent) => power(graph, a, exponent),
    tanhNetwork: (covariance, variance, other) => {
      const [weight, bias] = [Number(parameters.weight), Number(parameters.bias)];
      return tanhNetwork(
        graph,
        { covariance, variance, other },
        largest === undefined ? undefined : weight * largest + bias,
      );
    },
  };
  return operators;
}

/** By squaring, as everywhere else: Pow of some runtimes is of 32 bits. */
export function power(graph: Graph, a: Tensor, exponent: number): Tensor {
  if (exponent === 0) return graph.add(graph.multiply(a, 0), 1);
  const half = exponent >> 1;
  if (half === 0) return a;
  const root = power(graph, a, half);
  const square = graph.multiply(root, root);
  return exponent % 2 === 1 ? graph.multiply(square, a) : square;
}

/** By the sine, as runtimes have a cosine of only 32 bits. */
export function cosine(graph: Graph, a: Tensor): Tensor {
  return graph.node('Sin', [graph.add(a, Math.PI / 2)]);
}
