// One draw of SIGN's protocol, cross-validated as a whole, beside the paper's algorithms in numpy; one core for each side, as the
// paper ran it.
import { basename } from 'node:path';
import { figure } from '../harness/sideBySide.mjs';
import { inTurn, row, rowsOfAll } from './measured.mjs';

const FOLDS = 10;
/** Our objective may lie above the peer's by this much of it. */
const ALLOWED = 1e-6;
/** KRR's errors of the two sides are one number, computed in two ways. */
const AGREEMENT = 1e-6;

const SIGNS = 'sign steps of 0.01, patience 100';
const IRLS = 'IRLS, tolerance 1e-5, at most 100 iterations';
const ALWAYS = 'IRLS of 100 iterations';

/**
 * Our methods by id, with the hyper-parameter that each has beside length scale and strength; the peer's programs in
 * words; and the budget. Where the peer takes minutes, every tenth length scale, our best among them, stands for ten.
 */
const METHODS = [
  { id: 'ksgd', peers: { ksgd: SIGNS }, every: 1, title: 'KSGD in steps of 0.01' },
  {
    id: 'ksgd',
    flow: true,
    peers: { ksgd: SIGNS },
    every: 1,
    title: 'KSGD by its flow',
    budget: 'budget 0.4 s, ratio 20',
  },
  {
    id: 'kl-inf',
    peers: { 'kl-inf': 'proximal gradient, 1000 steps of 0.01' },
    every: 10,
    title: 'K-l_inf',
    budget: 'budget 3 s, ratio 50',
  },
  {
    id: 'huber',
    peers: { huber: IRLS, 'huber, 100 iterations': ALWAYS },
    every: 10,
    title: 'Huber',
    budget: 'budget 3 s, ratio 20',
  },
  {
    id: 'tukey',
    peers: { tukey: IRLS, 'tukey, 100 iterations': ALWAYS },
    every: 10,
    title: 'Tukey',
    budget: 'budget 3 s',
  },
  { id: 'quantile', variant: 0.5, peers: { quantile: IRLS }, every: 10, title: 'quantile 0.5', budget: 'budget 5 s' },
  { id: 'kgd', peers: { kgd: 'gradient steps of 0.01, patience 100' }, every: 1, title: 'KGD in steps of 0.01' },
  { id: 'krr', peers: { krr: 'numpy.linalg.solve' }, every: 1, title: 'KRR', budget: 'budget 0.1 s' },
];

export async function draw(open, { data, folder, quick }) {
  return open(1, async (sides) => {
    const { scales, strengths } = await sides.ours.ask({ operation: 'prepareDraw', data, folder, folds: FOLDS });
    const task = { ...sides, grid: { scales, strengths }, data, folder, quick };
    return rowsOfAll(Object.fromEntries(METHODS.map((method) => [method.title, () => rowsOf(task, method)])));
  });
}

/** One row for each program of the peer. */
async function rowsOf({ ours, peer, versions, grid, data, folder, quick }, method) {
  const { id, flow = false, variant = 1, peers, every, budget } = method;
  const all = Array.from(grid.scales.keys());
  const tried = quick ? all.filter((s) => s % 3 === 0) : all;
  const request = { operation: 'draw', method: id, flow, variant, scales: tried };
  // A run that does not count warms the code up and finds the best length scale.
  const { at } = await ours.ask(request);
  const chosen = tried.filter((s) => s % every === at % every);
  const objective = await objectiveWords({ ours, peer }, id, grid, folder);
  const rows = [];
  for (const [program, words] of Object.entries(peers)) {
    const alike = { operation: 'draw', folder, method: program, ...grid, chosen };
    const measured = await inTurn(quick ? 1 : 3, {
      ours: () => ours.ask(request),
      peer: () => peer.ask(alike),
      peerRuns: 1,
    });
    const { r2, foldError } = measured.ours;
    const { r2: peerR2, foldError: peerError } = measured.peer;
    if (id === 'krr' && !(Math.abs(foldError / peerError - 1) < AGREEMENT))
      throw new Error(`the fold errors of KRR differ: ours ${foldError}, the peer's ${peerError}`);
    const parts = [
      budget,
      ...(every > 1 ? [`peer measured on ${chosen.length} of ${tried.length} length scales and scaled`] : []),
      `test R² ${r2.toFixed(3)} / ${peerR2.toFixed(3)}, fold error ${figure(foldError)} / ${figure(peerError)}`,
      objective,
    ];
    rows.push(
      row(nameOf(method, tried.length, grid.strengths.length, data), measured, {
        share: chosen.length / tried.length,
        threads: 1,
        peerName: `${words}, numpy ${versions.numpy}`,
        note: parts.filter((part) => part !== undefined).join('; '),
      }),
    );
  }
  return rows;
}

const STOPPED = ['ksgd', 'kgd'];

function nameOf({ id, title }, scales, strengths, data) {
  const cells = STOPPED.includes(id) ? 'stopped early' : `${strengths} strengths`;
  return `${title}, ${FOLDS}-fold CV, ${scales} length scales, ${cells}, 100 rows of ${basename(data)}`;
}

/** How far the peer's objectives lie above ours on cells of the grid; throws when one of ours lies above the peer's. */
async function objectiveWords({ ours, peer }, method, { scales, strengths }, folder) {
  if (method !== 'kl-inf' && method !== 'huber') return undefined;
  const some = (values) => values.filter((_, i) => i % 6 === 3);
  const cells = some(scales).flatMap((scale) => some(strengths).map((total) => [scale, total]));
  const { found } = await peer.ask({ operation: 'coefficients', folder, method, cells });
  const { pairs } = await ours.ask({ operation: 'drawObjectives', method, cells, found });
  // JSON has null for what our solver refuses.
  const above = pairs.map((pair) => (pair ? (pair[1] - pair[0]) / Math.abs(pair[1]) : Number.POSITIVE_INFINITY));
  const solved = above.filter(Number.isFinite);
  const least = Math.min(...solved);
  if (!(least >= -ALLOWED)) {
    const [scale, total] = cells[above.indexOf(least)];
    throw new Error(
      `${method}: our objective lies ${-least} of the peer's above it at scale ${scale}, strength ${total}`,
    );
  }
  const refused = cells.length - solved.length;
  const words = refused > 0 ? `, ${refused} more refused by ours as too close to singular` : '';
  return `objective on ${solved.length} cells${words}: the peer's from ${least.toExponential(0)} to ${Math.max(...solved).toExponential(0)} of it above ours`;
}
