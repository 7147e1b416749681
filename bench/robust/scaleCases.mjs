// Whole paths of one kernel on more rows: time and peak memory, each path in a fresh process.
import { basename } from 'node:path';
import { inTurn, row, rowsOfAll } from './measured.mjs';

const MADE = 'made rows';
/** Distance in units of standardised columns at which made and Californian rows have neighbours. */
const LENGTH_SCALE = 2;
const STRENGTHS = 20;
const GAP = 1e-3;
/** Steps of sign gradient descent, and how many of them the peer is timed on. */
const STEPS = 5000;
const PEER_STEPS = 100;

/** n·lambda from 100 to 0.01. */
const ridges = Array.from({ length: STRENGTHS }, (_, l) => 10 ** (2 - (4 * l) / (STRENGTHS - 1)));

export async function dense(open, request) {
  const n = request.quick ? 500 : 5000;
  const strengths = ridges.map((ridge) => ridge / n);
  return rowsOfAll({
    'KSGD in steps': () => steps(open, request, n),
    'sign gradient flow': () => path(open, request, n, 'flow', { strengths: times(n) }),
    Huber: () => path(open, request, n, 'huber', { strengths }),
    quantile: () => path(open, request, n, 'quantile', { strengths, tau: 0.5, tolerance: GAP }),
  });
}

export async function landmarks(open, request) {
  const [n, m] = request.quick ? [1000, 100] : [20_000, 500];
  const strengths = ridges.map((ridge) => ridge / n);
  return rowsOfAll({
    'KSGD in steps on landmarks': () =>
      path(open, request, n, 'steps', { landmarks: m, strengths: times(n), step: stepOf(n) }),
    'Huber on landmarks': () => huberLandmarks(open, request, n, m, strengths),
    'quantile on landmarks': () =>
      path(open, request, n, 'quantile', { landmarks: m, strengths, tau: 0.5, tolerance: GAP }),
  });
}

/** In one step, all rows pulling alike move f by half a standard deviation of y at most. */
const stepOf = (n) => 0.5 / n;
const times = (n) =>
  Array.from({ length: STRENGTHS }, (_, l) => stepOf(n) * Math.round(STEPS ** (l / (STRENGTHS - 1))));

async function steps(open, { large, folder }, n) {
  return open(0, async ({ ours, peer, versions, threads }) => {
    const { d } = await ours.ask({ operation: 'rows', folder, data: large, n });
    const request = {
      operation: 'path',
      solver: 'steps',
      lengthScale: LENGTH_SCALE,
      strengths: times(n),
      step: stepOf(n),
    };
    const alike = { operation: 'sign_steps', folder, n, d, lengthScale: LENGTH_SCALE, step: stepOf(n) };
    const measured = await inTurn(1, {
      ours: () => ours.ask(request),
      peer: () => peer.ask({ ...alike, steps: PEER_STEPS }),
    });
    const short = await ours.ask({ ...request, strengths: [PEER_STEPS * stepOf(n)] });
    const off = Math.abs(short.residual / measured.peer.residual - 1);
    if (!(off < 1e-9)) throw new Error(`after ${PEER_STEPS} steps the mean residuals differ by ${off}`);
    return [
      row(`KSGD, ${STEPS} steps, ${nameOf(large)}, n = ${n}`, measured, {
        share: PEER_STEPS / STEPS,
        threads,
        peerName: `a += eta·sign(y − K·a), numpy ${versions.numpy}`,
        note: `${words(measured.ours)}; peer measured on ${PEER_STEPS} steps and scaled, its kernel matrix not counted; same mean residual after them`,
      }),
    ];
  });
}

async function huberLandmarks(open, { large, folder }, n, m, strengths) {
  return open(0, async ({ ours, peer, versions, threads }) => {
    const { d } = await ours.ask({ operation: 'rows', folder, data: large, n });
    const request = { operation: 'path', solver: 'huber', lengthScale: LENGTH_SCALE, strengths, landmarks: m };
    const alike = { operation: 'huber_landmarks', folder, n, d, lengthScale: LENGTH_SCALE, landmarks: m, alpha: 1 };
    const measured = await inTurn(1, { ours: () => ours.ask(request), peer: () => peer.ask(alike) });
    return [
      row(`Huber, path of ${STRENGTHS} lambdas, ${nameOf(large)}, n = ${n}, ${m} landmarks`, measured, {
        threads,
        peerName: `sklearn ${versions.sklearn} HuberRegressor on Nystroem features, one penalty`,
        note: `${words(measured.ours)}; the peer's problem has the scale among its unknowns`,
      }),
    ];
  });
}

async function path(open, { large, folder }, n, solver, rest) {
  return open(0, async ({ ours, threads }) => {
    await ours.ask({ operation: 'rows', folder, data: large, n });
    const request = { operation: 'path', solver, lengthScale: LENGTH_SCALE, ...rest };
    const measured = await inTurn(1, { ours: () => ours.ask(request) });
    const points = rest.strengths.length;
    const of = rest.landmarks ? `, ${rest.landmarks} landmarks` : '';
    return [
      row(`${TITLES[solver]}, path of ${points} strengths, ${nameOf(large)}, n = ${n}${of}`, measured, {
        threads,
        note: words(measured.ours),
      }),
    ];
  });
}

const TITLES = {
  steps: `KSGD in ${STEPS} steps`,
  flow: 'sign gradient flow, exact',
  huber: 'Huber',
  quantile: `quantile 0.5 to gap ${GAP.toExponential()}`,
};

const nameOf = (large) => (large ? basename(large) : MADE);

function words({ kernelSeconds, megabytes, iterations, worst, residual }) {
  const remainder = worst > 0 ? `, worst remainder ${worst.toExponential(0)}` : '';
  const parts = [`kernel ${kernelSeconds.toFixed(2)} s of it`, `${iterations} iterations${remainder}`];
  return [
    ...parts,
    `mean absolute residual at the end ${residual.toFixed(3)}`,
    `peak memory ${Math.round(megabytes)} MB`,
  ].join(', ');
}
