import { fingerprint } from '../../spectrum/cache';
import { firstFit } from '../firstFit';
import { type Problem, withTargets } from '../problem';
import type { FitSession } from '../session';

/** Number of robust scales from a first fit beyond which a target is drawn in, and the number it is drawn in to. */
export type Reach = readonly [from: number, to: number];

/** Reaches of bounded losses, of quantiles (which may lie far out) and of sparse fits. */
export const REACH: Reach = [10, 10];
export const QUANTILE_REACH: Reach = [100, 100];
export const SPARSE_REACH: Reach = [2, 1];

/** The session with the targets of its problem drawn in, if some lie far out. */
export function withNearTargets(reach: Reach, session: FitSession): FitSession {
  const { problem, seed, rowsKey } = session;
  const { x, outputs, rootWeights, copies } = problem;
  const plain = { x, y: outputs.map(({ y }) => y), template: { kind: 'matern32' } } as const;
  const weighted = { ...plain, y: outputs.map((output) => output.weighted), ...(rootWeights && { rootWeights }) };
  const key = `${rowsKey} ${fingerprint(...plain.y, Float64Array.from(copies ?? []))} ${seed}`;
  const first = session.cache.recall('first fit', key, () =>
    firstFit(weighted, { robust: true, seed, copies }, session),
  );
  if (first === undefined) return session;
  const near = first.near(plain, session, ...reach);
  const drawn: Problem = { ...problem, outputs: outputs.map((output, o) => ({ ...output, near: near[o] })) };
  return session.on(drawn, rowsKey);
}

/** The problem of the targets as they were drawn in. */
export const nearProblem = (session: FitSession): Problem =>
  withTargets(
    session.problem,
    session.problem.outputs.map(({ y, near = y }) => near),
    session,
  );
