import type { SpectrumData } from '../contract/run';

/**
 * A number with its 95 % profile-likelihood interval; an end is infinite if the likelihood does not fall on that side.
 */
export interface Profiled {
  readonly value: number;
  readonly interval: readonly [number, number];
}

/** Alignment scores as c_i² = (signal·(mu_i/mu_1)^(2·gamma)/i + floor)·chi², one degree of freedom each (docs/methods.md). */
export interface ScoreLaw {
  readonly gamma: Profiled;
  /** sigma²/n as the law finds it. */
  readonly floor: Profiled;
  readonly signal: number;
  /** The number of directions in which the signal has the greater part. */
  readonly above: number;
  /** Twice the log likelihood above that of noise alone. */
  readonly evidence: number;
}

/**
 * Neighbouring directions that share a variance: their number, the mean of their scores, log mu and log i in their
 * middle.
 */
interface Group {
  readonly count: number;
  readonly mean: number;
  readonly mu: number;
  readonly place: number;
}

/** Logarithms of the signal and of the floor, and gamma between them. */
type Law = readonly [signal: number, gamma: number, floor: number];
const GAMMA = 1;
const FLOOR = 2;
const LOWEST: Law = [-60, -2, Math.log(1e-12)];
const HIGHEST: Law = [60, 6, Math.log(20)];

/** Each of the first directions is a group by itself; from then on a group is this much longer than all before it. */
const RATIO = 1.06;
const STARTS = [0, 0.3, 0.7, 1.5, 3];
/** Half the 95 % quantile of chi² with one degree of freedom. */
const DROP = 1.920729;
/**
 * Twice the log likelihood that distinguishes a signal from noise alone: chi² with two degrees of freedom exceeds it in
 * 1 of 150 draws.
 */
const TELLING = 10;
/** A floor counts as seen if its interval begins no further below it than this. */
const SEEN = 4;
/** Log mu for directions that the kernel lacks: they only inform about the floor. */
const NOTHING = -1e4;

/**
 * Fits by maximum likelihood over all directions from `first` (0-based) on: none is left out because it fell below the
 * floor, which would keep those that chance had raised. From several gammas by Fisher scoring; undefined with fewer
 * than 10 directions, or without scores.
 */
export function scoreLaw(spectrum: SpectrumData, first = 0): ScoreLaw | undefined {
  const groups = groupsOf(spectrum, first);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const mean = groups.reduce((sum, group) => sum + group.count * group.mean, 0) / count;
  if (count < 10 || !(mean > 0)) return undefined;
  const scaled = groups.map((group) => ({ ...group, mean: group.mean / mean }));
  const [head] = scaled;
  const best = STARTS.map((gamma) =>
    climbed(scaled, [Math.log(head.mean + 1) - 2 * gamma * head.mu + head.place, gamma, Math.log(0.1)]),
  ).reduce((a, b) => (b.height > a.height ? b : a));
  const [signal, gamma, floor] = best.law;
  const interval = (which: number) => [-1, 1].map((side) => profileEnd(scaled, best, which, side));
  const [low, high] = interval(FLOOR).map((v) => mean * Math.exp(v));
  const [least, most] = interval(GAMMA);
  const shares = scaled.map((group) => [group.count, signal + 2 * gamma * group.mu - group.place > floor] as const);
  return {
    gamma: { value: gamma, interval: [least, most] },
    floor: { value: mean * Math.exp(floor), interval: [low, high] },
    signal: mean * Math.exp(signal),
    above: shares.reduce((sum, [size, more]) => sum + (more ? size : 0), 0),
    evidence: 2 * best.height + count,
  };
}

/**
 * The law if it says something about a kernel: undefined without a signal, and if signal and floor are one, as when the
 * signal fills all directions. The upper end of gamma's interval is at least that of the law beyond the square root of
 * the directions above the floor, if that law says something too: few large scores at the start are no power law, and
 * would make any target look rough.
 */
export function steadyLaw(spectrum: SpectrumData): ScoreLaw | undefined {
  const law = scoreLaw(spectrum);
  if (law === undefined || law.evidence < TELLING || law.floor.value > SEEN * law.floor.interval[0]) return undefined;
  const beyond = scoreLaw(spectrum, Math.max(1, Math.round(Math.sqrt(law.above))));
  if (beyond === undefined || beyond.evidence < TELLING) return law;
  const [low, high] = law.gamma.interval;
  return { ...law, gamma: { ...law.gamma, interval: [low, Math.max(high, beyond.gamma.interval[1])] } };
}

function groupsOf({ mu, rank, coordinates, beyond }: SpectrumData, first: number): Group[] {
  const groups: Group[] = [];
  const scored = (from: number, to: number) => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += coordinates[i] * coordinates[i];
    return sum;
  };
  for (let from = first; from < rank; ) {
    const to = Math.min(rank, Math.max(from + 1, Math.floor(from * RATIO)));
    const middle = mu[(from + to - 1) >> 1] / mu[0];
    groups.push({
      count: to - from,
      mean: scored(from, to) / (to - from),
      mu: Math.log(middle),
      place: Math.log((from + 1 + to) / 2),
    });
    from = to;
  }
  const count = coordinates.length - rank + beyond.count;
  const rest = scored(rank, coordinates.length) + beyond.score;
  return count > 0 ? [...groups, { count, mean: rest / count, mu: NOTHING, place: 0 }] : groups;
}

interface Climbed {
  readonly law: Law;
  readonly height: number;
}

/** Parts of the variance of a group; at gamma ≤ 0 too the kernel's nothing is nothing. */
const signalOf = ([signal, gamma]: Law, { mu, place }: Group) =>
  mu === NOTHING ? 0 : Math.exp(signal + 2 * gamma * mu - place);

/**
 * The log likelihood without the parts that do not depend on the law: a group of m directions has m degrees of freedom.
 */
function heightOf(groups: readonly Group[], law: Law): number {
  const noise = Math.exp(law[FLOOR]);
  let height = 0;
  for (const group of groups) {
    const variance = signalOf(law, group) + noise;
    height -= 0.5 * group.count * (Math.log(variance) + group.mean / variance);
  }
  return height;
}

/** Fisher scoring with damping; the parameter that `held` names stays. */
function climbed(groups: readonly Group[], start: Law, held = -1): Climbed {
  let law = start;
  let height = heightOf(groups, law);
  for (let damping = 1e-3, round = 0; round < 60 && damping < 1e6; round++) {
    const step = stepOf(groups, law, damping, held);
    const next = law.map((v, a) => Math.min(HIGHEST[a], Math.max(LOWEST[a], v + step[a]))) as unknown as Law;
    const above = heightOf(groups, next);
    if (!(above >= height)) damping *= 8;
    else {
      const done = above - height < 1e-7;
      [law, height, damping] = [next, above, damping / 8];
      if (done) break;
    }
  }
  return { law, height };
}

function stepOf(groups: readonly Group[], law: Law, damping: number, held: number): number[] {
  const noise = Math.exp(law[FLOOR]);
  const slope = [0, 0, 0];
  const curve = [0, 1, 2].map(() => [0, 0, 0]);
  for (const group of groups) {
    const variance = signalOf(law, group) + noise;
    const share = 1 - noise / variance;
    // Derivatives of the logarithm of the variance.
    const along = [share, share > 0 ? 2 * share * group.mu : 0, 1 - share];
    const miss = 0.5 * group.count * (group.mean / variance - 1);
    for (let a = 0; a < 3; a++) {
      if (a === held) continue;
      slope[a] += miss * along[a];
      for (let b = 0; b < 3; b++) if (b !== held) curve[a][b] += 0.5 * group.count * along[a] * along[b];
    }
  }
  for (let a = 0; a < 3; a++) curve[a][a] += damping * (curve[a][a] + 1e-6);
  return solved(curve, slope);
}

/** Three symmetric equations, by cofactors. */
function solved([[a, b, c], [, d, e], [, , f]]: readonly number[][], [x, y, z]: readonly number[]): number[] {
  const [p, q, r] = [d * f - e * e, c * e - b * f, b * e - c * d];
  const [s, t, u] = [a * f - c * c, b * c - a * e, a * d - b * b];
  const det = a * p + b * q + c * r;
  return [(p * x + q * y + r * z) / det, (q * x + s * y + t * z) / det, (r * x + t * y + u * z) / det];
}

/**
 * The value at which the likelihood, maximised over the other two, has fallen by half a chi² quantile on this side;
 * infinite if it has not.
 */
function profileEnd(groups: readonly Group[], best: Climbed, which: number, side: number): number {
  const limit = (side < 0 ? LOWEST : HIGHEST)[which];
  const low = best.height - DROP;
  const reach = Math.abs(limit - best.law[which]);
  let inside = best;
  const at = (value: number) => {
    const start = inside.law.map((v, a) => (a === which ? value : v)) as unknown as Law;
    return climbed(groups, start, which);
  };
  // Goes outwards in growing steps, each from where the last one ended.
  let outside: number | undefined;
  for (let step = 0.05, far = step; outside === undefined; step *= 1.7, far += step) {
    const tried = at(far < reach ? best.law[which] + side * far : limit);
    if (tried.height < low) outside = tried.law[which];
    else if (far >= reach) return side * Number.POSITIVE_INFINITY;
    else inside = tried;
  }
  for (let round = 0; round < 7; round++) {
    const tried = at((inside.law[which] + outside) / 2);
    if (tried.height < low) outside = tried.law[which];
    else inside = tried;
  }
  return (inside.law[which] + outside) / 2;
}
