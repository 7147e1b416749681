// Whole paths on 1000 rows beside programs that fit one strength at a time. Those run on one thread; so do we.
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figure, peerEnvironment } from '../harness/sideBySide.mjs';
import { inTurn, row } from './measured.mjs';

const LENGTH_SCALE = 1;
const STRENGTHS = 30;
/** Relative duality gap of our points. */
const GAP = 1e-6;
const TAU = 0.5;
/** Half-width of the tube, in standard deviations of y. */
const TUBE = 0.1;
/** Our objective may be above the peer's by this much of it. */
const ALLOWED = 1e-6;
/** C = 1/(n·lambda) from 1e-2 to 1e2, the regular end first, and the place of the one that kqr is run at. */
const COSTS = Array.from({ length: STRENGTHS }, (_, l) => 10 ** (-2 + (4 * l) / (STRENGTHS - 1)));
const JUDGED = 20;

export async function quantile(open, { data, folder, quick }) {
  return open(1, async ({ ours }) => {
    const n = quick ? 200 : 1000;
    const { d } = await ours.ask({ operation: 'rows', folder, data, n });
    const request = pathRequest('quantile', n, { tau: TAU });
    const cost = COSTS[JUDGED];
    const measured = await inTurn(quick ? 1 : 3, {
      ours: () => ours.ask(request),
      peer: () => kqr([folder, n, d, TAU, cost, LENGTH_SCALE]),
    });
    const objectives = await ours.ask({ ...request, operation: 'quantileObjectives', judged: JUDGED, cost });
    return [
      row(
        `quantile ${TAU}, path of ${STRENGTHS} lambdas to gap ${GAP.toExponential()}, ${basename(data)}, n = ${n}`,
        measured,
        {
          threads: 1,
          peerName: `kernlab ${measured.peer.version} kqr, one lambda of them`,
          note: excess(objectives, `at C = ${figure(cost)}`),
        },
      ),
    ];
  });
}

export async function tube(open, { data, folder, quick }) {
  return open(1, async ({ ours, peer, versions }) => {
    const n = quick ? 200 : 1000;
    const { d } = await ours.ask({ operation: 'rows', folder, data, n });
    const request = pathRequest('tube', n, { epsilon: TUBE });
    const rows = [];
    for (const tol of [1e-3, 1e-6]) {
      const refit = { operation: 'svr', folder, n, d, lengthScale: LENGTH_SCALE, epsilon: TUBE, costs: COSTS, tol };
      const measured = await inTurn(quick ? 1 : 3, { ours: () => ours.ask(request), peer: () => peer.ask(refit) });
      const objectives = await ours.ask({ ...request, operation: 'tubeObjectives', costs: COSTS });
      rows.push(
        row(
          `tube ${TUBE}, path of ${STRENGTHS} lambdas to gap ${GAP.toExponential()}, ${basename(data)}, n = ${n}`,
          measured,
          {
            threads: 1,
            peerName: `sklearn ${versions.sklearn} SVR(tol=${tol.toExponential()}), ${STRENGTHS} fits`,
            note: excess(objectives, 'over the path'),
          },
        ),
      );
    }
    return rows;
  });
}

function pathRequest(solver, n, rest) {
  const strengths = COSTS.map((cost) => 1 / (n * cost));
  return { operation: 'path', solver, strengths, lengthScale: LENGTH_SCALE, tolerance: GAP, ...rest };
}

function kqr(given) {
  const script = fileURLToPath(new URL('kqr.R', import.meta.url));
  const env = { ...peerEnvironment(), OPENBLAS_NUM_THREADS: '1' };
  const { status, stdout, stderr, error } = spawnSync('Rscript', [script, ...given.map(String)], {
    encoding: 'utf8',
    env,
  });
  if (status !== 0) throw new Error(`kqr.R: ${error?.message ?? stderr}`);
  const [version, seconds] = stdout.trim().split(' ');
  return { version, seconds: Number(seconds) };
}

/** Words for how far the peer's objectives lie above ours; throws when one of ours lies above the peer's. */
function excess({ ours, peer }, where) {
  const above = ours.map((v, l) => (peer[l] - v) / Math.abs(peer[l]));
  const least = Math.min(...above);
  if (!(least >= -ALLOWED)) throw new Error(`our objective lies above the peer's by ${-least} of it`);
  return `objective ${where}: the peer's from ${least.toExponential(0)} to ${Math.max(...above).toExponential(0)} of it above ours`;
}
