// The cases of `npm run bench -- spectral`: each asks ours and the peer in turn, holds their results against each other and returns
// rows of the table.
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure, median, spread } from '../harness/sideBySide.mjs';

/** Milliseconds after which a library's spinning threads are asleep. */
const REST = 200;
const FOLDS = 10;

export function cases({ data, quick }) {
  return {
    grid: (sides) => grid(sides, data, quick),
    path: (sides) => path(sides, quick ? 300 : 2000, 1000, quick),
    basis: async (sides) => [
      ...(await basis(sides, quick ? 400 : 4000, 10, quick)),
      ...(await basis(sides, quick ? 400 : 4000, 2, quick)),
    ],
  };
}

/** The peer takes minutes: every fifth length scale, our best among them, stands for five. */
async function grid({ ours, peer, versions }, data, quick) {
  const size = quick ? 10 : 30;
  const request = { operation: 'grid', data, scales: size, ridges: size, folds: FOLDS };
  const first = await ours.ask(request);
  const times = [];
  for (let run = quick ? 1 : 3; run > 0; run--) {
    await sleep(REST);
    times.push((await ours.ask(request)).seconds);
  }
  const mine = median(times);
  const [bestScale, bestRidge] = first.best;
  const chosen = Array.from({ length: size }, (_, s) => s).filter((s) => s % 5 === bestScale % 5);
  const rows = [];
  for (const jobs of [1, 2]) {
    await sleep(REST);
    const theirs = await peer.ask({ ...request, operation: 'grid', chosen, jobs, foldOf: first.foldOf });
    const [peerScale, peerRidge] = theirs.best;
    if (peerScale !== bestScale || peerRidge !== bestRidge)
      throw new Error(`the best cells differ: ours ${first.best}, the peer's ${theirs.best}`);
    let off = 0;
    chosen.forEach((s, at) => {
      for (let l = 0; l < size; l++)
        off = Math.max(off, Math.abs(theirs.scores[at][l] / first.scores[s * size + l] - 1));
    });
    if (!(off < 1e-6)) throw new Error(`the scores differ by ${off}`);
    const scaled = (theirs.seconds * size) / chosen.length;
    rows.push({
      name: `${FOLDS}-fold CV, ${size} length scales × ${size} ridges, ${basename(data)}, ${first.n}×${first.d}`,
      unit: 's',
      ours: mine,
      peer: scaled,
      peerName: `GridSearchCV(KernelRidge('rbf'), n_jobs=${jobs}), sklearn ${versions.sklearn}`,
      ratio: scaled / mine,
      runs: times.length,
      spread: `${spread(times)} s / one run`,
      note: `peer measured on ${chosen.length} of ${size} length scales and scaled; same best cell (scale ${figure(first.bestScale)}, ridge ${figure(first.bestRidge)}), scores within ${off.toExponential(0)}`,
      runtime: `node ${process.versions.node}`,
    });
  }
  return rows;
}

async function path({ ours, peer, versions }, n, lambdas, quick) {
  const request = { operation: 'path', n, d: 5, lambdas };
  const { row } = await inTurn(request, ours, peer, 1e-8, quick ? 1 : 9);
  return [
    {
      name: `leave-one-out errors of ${lambdas} lambdas after the decomposition, n = ${n}`,
      peerName: `the same by two matrix products, numpy ${versions.numpy}`,
      note: 'budget 50 ms',
      ...row,
    },
  ];
}

async function basis({ ours, peer, versions }, n, d, quick) {
  const request = { operation: 'basis', n, d };
  const { row, first } = await inTurn(request, ours, peer, 1e-9, quick ? 1 : 3);
  return [
    {
      name: `Gaussian kernel matrix and eigenpairs, n = ${n}, d = ${d}`,
      peerName: `rbf_kernel and scipy.linalg.eigh, sklearn ${versions.sklearn}, scipy ${versions.scipy}`,
      note: first.rank < n ? `ours from a factor of rank ${first.rank}` : 'ours in full',
      ...row,
    },
  ];
}

/** One run of each that does not count and shows that both compute the same, then the others in turn. */
async function inTurn(request, ours, peer, agreement, runs) {
  const first = await ours.ask({ ...request, check: true });
  const theirs = await peer.ask({ ...request, check: true });
  const largest = Math.max(...theirs.sample.map(Math.abs));
  const off = Math.max(...theirs.sample.map((v, i) => Math.abs(v - (first.sample[i] ?? Number.NaN))));
  if (!(off <= agreement * largest)) throw new Error(`the results are ${off} apart, the largest being ${largest}`);
  const times = { ours: [], peer: [] };
  for (let run = 0; run < runs; run++) {
    for (const [name, side] of Object.entries({ ours, peer })) {
      await sleep(REST);
      times[name].push((await side.ask(request)).seconds * 1000);
    }
  }
  const [mine, other] = [median(times.ours), median(times.peer)];
  const row = {
    unit: 'ms',
    ours: mine,
    peer: other,
    ratio: other / mine,
    runs,
    spread: `${spread(times.ours)} / ${spread(times.peer)}`,
    runtime: `node ${process.versions.node}`,
  };
  return { row, first };
}
