/** A point of the search in steps from the start, and the function there. */
export interface TriedPoint {
  readonly at: readonly number[];
  readonly value: number;
}

/** A predicted gain below this fraction of the spread of the points around the best is no reason to go on. */
const GAIN = 0.02;
/** The farthest that one move may go beyond the best point, in steps. */
const REACH = 1.5;
/** Points farther from the best than this do not count in its model. */
const NEAR = 2.6;

/**
 * Minimises a smooth function of one or two variables with few evaluations: fits a quadratic to the points around the
 * best and evaluates its minimum next, until the model promises nothing more or `budget` evaluations are used. Before
 * that the `leads` along the first coordinate are tried in turn as long as each is the best so far. Coordinates are in
 * steps in which the function bends noticeably. Returns all points, the best first. A function that is not finite
 * somewhere is taken to be bad there.
 */
export function quadraticSearch(
  dimension: 1 | 2,
  leads: readonly number[],
  budget: number,
  evaluate: (at: readonly number[], index: number) => number,
): TriedPoint[] {
  const probes: TriedPoint[] = [];
  const visit = (at: readonly number[]) => {
    const known = probes.find((probe) => probe.at.every((v, a) => Math.abs(v - at[a]) < 1e-3));
    if (known || probes.length >= budget) return false;
    const value = evaluate(at, probes.length);
    probes.push({ at, value: Number.isFinite(value) ? value : Number.MAX_VALUE });
    probes.sort((a, b) => a.value - b.value);
    return true;
  };
  const along = (lead: number) => [lead, ...new Array<number>(dimension - 1).fill(0)];
  visit(along(0));
  for (const lead of leads) {
    visit(along(lead));
    if (probes[0].at[0] !== lead) break;
  }
  while (probes.length < budget) {
    const centre = probes[0].at;
    if (star(centre, dimension).some((at) => needed(probes, centre, at) && visit(at))) continue;
    const around = probes.filter((probe) => distance(probe.at, centre) <= NEAR && probe.value < Number.MAX_VALUE);
    const next = leastOfModel(around, centre, dimension);
    if (next === undefined || !visit(next)) break;
  }
  return probes;
}

/** Neighbours that a quadratic needs: both sides along each axis, and one corner. */
function star(centre: readonly number[], dimension: number): number[][] {
  if (dimension === 1) return [-1, 1].map((by) => [centre[0] + by]);
  const moves = [
    [0, 1],
    [0, -1],
    [-1, 0],
    [1, 0],
    [1, 1],
  ];
  return moves.map((by) => by.map((v, a) => centre[a] + v));
}

/** True if no point so far lies on that side of the centre; one at a similar distance in a similar direction counts. */
function needed(probes: readonly TriedPoint[], centre: readonly number[], at: readonly number[]): boolean {
  return !probes.some((probe) => {
    const far = distance(probe.at, centre);
    if (far < 0.4 || far > NEAR) return false;
    const along = probe.at.reduce((sum, v, a) => sum + (v - centre[a]) * (at[a] - centre[a]), 0);
    return along > 0.85 * far * distance(at, centre);
  });
}

/** The minimum of the least-squares quadratic around the best point, within reach; undefined if it promises nothing. */
function leastOfModel(
  probes: readonly TriedPoint[],
  centre: readonly number[],
  dimension: number,
): number[] | undefined {
  const count = dimension === 1 ? 3 : 6;
  if (probes.length < count) return undefined;
  const base = probes[0].value;
  const spread = probes[Math.min(count, probes.length) - 1].value - base;
  const terms = (u: readonly number[]) =>
    dimension === 1 ? [1, u[0], u[0] ** 2] : [1, u[0], u[1], u[0] ** 2, u[0] * u[1], u[1] ** 2];
  const rows = probes.map(({ at, value }) => {
    const u = at.map((v, a) => v - centre[a]);
    const weight = 1 / (0.2 + distance(at, centre) ** 2);
    return { row: terms(u), value: value - base, weight };
  });
  const model = leastSquares(rows, count);
  if (model === undefined) return undefined;
  const predict = (u: readonly number[]) => terms(u).reduce((sum, v, a) => sum + v * model[a], 0);
  // The model is cheap: its minimum within reach is searched on a fine lattice, whatever its curvature.
  const lattice = Array.from({ length: 61 }, (_, i) => REACH * (i / 30 - 1));
  let best = new Array<number>(dimension).fill(0);
  for (const a of lattice) {
    if (dimension === 1) {
      if (predict([a]) < predict(best)) best = [a];
    } else for (const b of lattice) if (predict([a, b]) < predict(best)) best = [a, b];
  }
  const gain = predict(new Array<number>(dimension).fill(0)) - predict(best);
  return gain > GAIN * spread ? best.map((v, a) => centre[a] + v) : undefined;
}

interface Row {
  readonly row: readonly number[];
  readonly value: number;
  readonly weight: number;
}

/** Weighted least squares by normal equations, a little ridge for points that do not determine all terms. */
function leastSquares(rows: readonly Row[], count: number): number[] | undefined {
  const a = Array.from({ length: count }, (_, i) =>
    Array.from({ length: count + 1 }, (_, j) => {
      let sum = i === j ? 1e-6 : 0;
      for (const { row, value, weight } of rows) sum += weight * row[i] * (j === count ? value : row[j]);
      return sum;
    }),
  );
  for (let c = 0; c < count; c++) {
    let pivot = c;
    for (let i = c + 1; i < count; i++) if (Math.abs(a[i][c]) > Math.abs(a[pivot][c])) pivot = i;
    [a[c], a[pivot]] = [a[pivot], a[c]];
    if (!(Math.abs(a[c][c]) > 0)) return undefined;
    for (let i = 0; i < count; i++) {
      if (i === c) continue;
      const by = a[i][c] / a[c][c];
      for (let j = c; j <= count; j++) a[i][j] -= by * a[c][j];
    }
  }
  return a.map((row, i) => row[count] / row[i]);
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((v, i) => v - b[i]));
}
