// Runtimes have inverse sines and cosines of only 32 bits: hence the arcsine below 1/2, where it can be refined, and
// half-angles above.

import type { Graph, Tensor } from './graph';

/** The arcsine of numbers from −1 to 1. */
export function arcsine(graph: Graph, x: Tensor): Tensor {
  const { far, near, doubled } = parts(graph, x);
  const beyond = graph.subtract(Math.PI / 2, doubled);
  return graph.multiply(graph.node('Sign', [x]), graph.node('Where', [far, beyond, near]));
}

/** The arccosine of numbers from −1 to 1. */
export function arccosine(graph: Graph, x: Tensor): Tensor {
  const { far, near, doubled } = parts(graph, x);
  const signed = graph.multiply(graph.node('Sign', [x]), near);
  const above = graph.node('Greater', [x, graph.number(0)]);
  const beyond = graph.node('Where', [above, doubled, graph.subtract(Math.PI, doubled)]);
  return graph.node('Where', [far, beyond, graph.subtract(Math.PI / 2, signed)]);
}

/** The arcsine of |x| where that is at most 1/2, otherwise twice that of sqrt((1 − |x|)/2). */
function parts(graph: Graph, x: Tensor) {
  const [half, one] = [graph.number(0.5), graph.number(1)];
  const size = graph.node('Abs', [x]);
  const far = graph.node('Greater', [size, half]);
  const other = graph.node('Sqrt', [graph.multiply(graph.subtract(one, size), half)]);
  const near = refined(graph, graph.node('Where', [far, other, size]));
  return { far, near, doubled: graph.multiply(2, near) };
}

/** The arcsine of numbers from 0 to 1/2: in 32 bits, and one step of Newton's method on the sine. */
function refined(graph: Graph, z: Tensor): Tensor {
  const near = graph.node('Cast', [graph.node('Asin', [graph.node('Cast', [z], { to: 1 })])], { to: 11 });
  const sine = graph.node('Sin', [near]);
  const slope = graph.node('Sqrt', [graph.subtract(1, graph.multiply(sine, sine))]);
  return graph.add(near, graph.divide(graph.subtract(z, sine), slope));
}
