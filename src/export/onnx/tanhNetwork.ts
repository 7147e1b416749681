import { MIXTURE } from '../../engine/linalg/core/tanhSeries';
import { arcsine } from './arcs';
import type { Graph, Tensor } from './graph';
import { type TanhSeries, tanhSeries } from './tanhSeries';

/** What the kernel is of, N×m, N×1 and 1×m, or all N×1. */
export interface Normal {
  readonly covariance: Tensor;
  readonly variance: Tensor;
  readonly other: Tensor;
}

/**
 * E[tanh u·tanh v]. With `largest`, the largest of the m variances, by a series where no row of the batch has more than twice as much;
 * otherwise by the mixture, some forty times as slow.
 */
export function tanhNetwork(graph: Graph, of: Normal, largest?: number): Tensor {
  const series = largest === undefined ? undefined : (tanhSeries(2 * largest) ?? tanhSeries(largest));
  const byMixture = () => mixture(graph, of);
  if (!series) return byMixture();
  // Counted, as a row with a gap has no variance and must not hide others.
  const beyond = graph.node('Cast', [graph.node('Greater', [of.variance, graph.number(series.largest)])], { to: 11 });
  const any = graph.node('Greater', [graph.node('ReduceSum', [beyond], { keepdims: 0 }), graph.number(0)]);
  return graph.either(any, byMixture, () => chebyshev(graph, of, series));
}

/** Σ_j d_j·T_{2j+1}(rho) by Clenshaw's recurrence in T_2(rho), d_j = a·forms_j·b. */
function chebyshev(graph: Graph, { covariance, variance, other }: Normal, series: TanhSeries): Tensor {
  const [one, two] = [graph.number(1), graph.number(2)];
  const product = graph.multiply(graph.node('Sqrt', [variance]), graph.node('Sqrt', [other]));
  // A variance of 0 has covariances of 0.
  const size = graph.node('Where', [graph.node('Equal', [product, graph.number(0)]), one, product]);
  const ratio = graph.divide(covariance, size);
  const rho = graph.maximum(graph.minimum(ratio, one), -1);
  const twice = graph.multiply(two, graph.subtract(graph.multiply(two, graph.multiply(rho, rho)), one));
  const basis = graph.matrix(series.basis);
  const nodes = graph.doubles(series.nodes, [1, series.nodes.length]);
  const inBasis = (v: Tensor) =>
    graph.product(graph.node('Tanh', [graph.multiply(graph.node('Sqrt', [v]), nodes)]), basis);
  const a = inBasis(variance);
  const b = graph.node('Transpose', [inBasis(graph.node('Transpose', [other], { perm: [1, 0] }))], { perm: [1, 0] });
  let [next, afterNext]: (Tensor | undefined)[] = [];
  for (let j = series.forms.length - 1; j >= 0; j--) {
    const d = graph.product(a, graph.product(graph.matrix(series.forms[j]), b));
    const turned: Tensor = next === undefined ? d : graph.add(d, graph.multiply(twice, next));
    [next, afterNext] = [afterNext === undefined ? turned : graph.subtract(turned, afterNext), next];
  }
  const last = next as Tensor;
  return graph.multiply(rho, afterNext === undefined ? last : graph.subtract(last, afterNext));
}

/** (2/π)·ΣΣ w·w'·asin(s·s'·covariance), one after the other: all at once would take 144 times the memory. */
function mixture(graph: Graph, { covariance, variance, other }: Normal): Tensor {
  const scaled = (v: Tensor) =>
    MIXTURE.map(([rate]) => {
      const sum = graph.add(1, graph.multiply(2 * rate * rate, v));
      return graph.divide(Math.SQRT2 * rate, graph.node('Sqrt', [sum]));
    });
  const [rows, columns] = [scaled(variance), scaled(other)];
  let total: Tensor | undefined;
  MIXTURE.forEach(([, weight], m) => {
    const left = graph.multiply(covariance, rows[m]);
    MIXTURE.forEach(([, share], k) => {
      const bounded = graph.maximum(graph.minimum(graph.multiply(left, columns[k]), 1), -1);
      const term = graph.multiply((2 / Math.PI) * weight * share, arcsine(graph, bounded));
      total = total === undefined ? term : graph.add(total, term);
    });
  });
  return total as Tensor;
}
