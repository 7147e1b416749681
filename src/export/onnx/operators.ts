import { MIXTURE } from '../../engine/linalg/core/tanhTables';
import type { Operators } from '../kernels/operators';
import type { PortableLeaf } from '../portable/portable';
import type { Graph, Tensor } from './graph';

/** Nodes of a graph for a leaf's formula. */
export function onnxOperators(graph: Graph, { parameters }: Pick<PortableLeaf, 'parameters'>): Operators<Tensor> {
  const two = (op: string) => (a: Tensor, b: Tensor) => graph.node(op, [a, b]);
  const one = (op: string) => (a: Tensor) => graph.node(op, [a]);
  const operators: Operators<Tensor> = {
    number: (value) => graph.number(value),
    parameter: (name, index) => {
      const value = parameters[name];
      return graph.number(typeof value === 'number' ? value : value[index ?? 0]);
    },
    named: (_, value) => value,
    add: two('Add'),
    subtract: two('Sub'),
    multiply: two('Mul'),
    ratio: (a, b) => {
      const zero = graph.node('Equal', [b, graph.number(0)]);
      const safe = graph.node('Where', [zero, graph.number(1), b]);
      return graph.node('Where', [zero, graph.number(0), graph.node('Div', [a, safe])]);
    },
    negate: one('Neg'),
    sqrt: one('Sqrt'),
    exp: one('Exp'),
    log: one('Log'),
    tanh: one('Tanh'),
    asin: (a) => arcs(graph, a).asin,
    acos: (a) => arcs(graph, a).acos,
    maximum: (a, b) => graph.node('Max', [a, graph.number(b)]),
    minimum: (a, b) => graph.node('Min', [a, graph.number(b)]),
    power: (a, exponent) => power(graph, a, exponent),
    tanhNetwork: (covariance, variance, other) => tanhNetwork(graph, covariance, variance, other),
  };
  return operators;
}

/** By squaring, as everywhere else: Pow of some runtimes is of 32 bits. */
export function power(graph: Graph, a: Tensor, exponent: number): Tensor {
  if (exponent === 0) return graph.node('Add', [graph.node('Mul', [a, graph.number(0)]), graph.number(1)]);
  const half = exponent >> 1;
  if (half === 0) return a;
  const root = power(graph, a, half);
  const square = graph.node('Mul', [root, root]);
  return exponent % 2 === 1 ? graph.node('Mul', [square, a]) : square;
}

/** By the sine: runtimes have a cosine of 32 bits alone. */
export function cosine(graph: Graph, a: Tensor): Tensor {
  return graph.node('Sin', [graph.node('Add', [a, graph.number(Math.PI / 2)])]);
}

/** Runtimes have arcs of 32 bits alone: the arcsine below 1/2, where it can be refined, and half-angles above. */
function arcs(graph: Graph, x: Tensor): { readonly asin: Tensor; readonly acos: Tensor } {
  const [half, one] = [graph.number(0.5), graph.number(1)];
  const size = graph.node('Abs', [x]);
  const sign = graph.node('Sign', [x]);
  const far = graph.node('Greater', [size, half]);
  const other = graph.node('Sqrt', [graph.node('Mul', [graph.node('Sub', [one, size]), half])]);
  const z = graph.node('Where', [far, other, size]);
  const y = arcsine(graph, z);
  const doubled = graph.node('Mul', [graph.number(2), y]);
  const quarter = graph.number(Math.PI / 2);
  const arc = graph.node('Mul', [sign, graph.node('Where', [far, graph.node('Sub', [quarter, doubled]), y])]);
  const near = graph.node('Sub', [quarter, graph.node('Mul', [sign, y])]);
  const above = graph.node('Greater', [x, graph.number(0)]);
  const beyond = graph.node('Where', [above, doubled, graph.node('Sub', [graph.number(Math.PI), doubled])]);
  return { asin: arc, acos: graph.node('Where', [far, beyond, near]) };
}

/** Of 0 to 1/2: in 32 bits, and one step of Newton's method on the sine. */
function arcsine(graph: Graph, z: Tensor): Tensor {
  const near = graph.node('Cast', [graph.node('Asin', [graph.node('Cast', [z], { to: 1 })])], { to: 11 });
  const sine = graph.node('Sin', [near]);
  const slope = graph.node('Sqrt', [graph.node('Sub', [graph.number(1), graph.node('Mul', [sine, sine])])]);
  return graph.node('Add', [near, graph.node('Div', [graph.node('Sub', [z, sine]), slope])]);
}

/** (2/π)·ΣΣ w·w'·asin(s·s'·covariance), one after the other: all at once would take 144 times the memory. */
function tanhNetwork(graph: Graph, covariance: Tensor, variance: Tensor, other: Tensor): Tensor {
  const scaled = (v: Tensor) =>
    MIXTURE.map(([rate]) => {
      const sum = graph.node('Add', [graph.number(1), graph.node('Mul', [graph.number(2 * rate * rate), v])]);
      return graph.node('Div', [graph.number(Math.SQRT2 * rate), graph.node('Sqrt', [sum])]);
    });
  const [rows, columns] = [scaled(variance), scaled(other)];
  let total: Tensor | undefined;
  MIXTURE.forEach(([, weight], m) => {
    const left = graph.node('Mul', [covariance, rows[m]]);
    MIXTURE.forEach(([, share], k) => {
      const bounded = graph.node('Max', [
        graph.node('Min', [graph.node('Mul', [left, columns[k]]), graph.number(1)]),
        graph.number(-1),
      ]);
      const term = graph.node('Mul', [graph.number((2 / Math.PI) * weight * share), arcs(graph, bounded).asin]);
      total = total === undefined ? term : graph.node('Add', [total, term]);
    });
  });
  return total as Tensor;
}
