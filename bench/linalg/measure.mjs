import { setTimeout as sleep } from 'node:timers/promises';
import { untilIdle } from '../harness/idle.mjs';
import { figure, median, spread } from '../harness/sideBySide.mjs';
import { verdict } from './verdict.mjs';

/** Two results agree when no sampled entry differs by more, relative to the largest. */
const AGREEMENT = 1e-9;
/** Milliseconds after which threads that a library leaves spinning after its work are asleep, and in nobody's way. */
const REST = 150;
const FRESH_RUNS = 3;

/**
 * Measures `one`, ours and its peers in turn, and returns a row for each peer.
 * @param {import('./cases.mjs').Case} one
 * @param {{ sides: any, facts: any, open: () => Promise<any>, quick: boolean }} setting `sides` that are warm,
 *   their names, how to start new ones, and whether one run is enough
 */
export async function measure(one, { sides, facts, open, quick }) {
  const idle = quick || (await untilIdle({ seconds: 0.5, patience: 20 }));
  const { ours, peers, note } = one.fresh ? await freshRuns(one, open, quick) : await warmRuns(one, sides, quick);
  return one.peers.map((peer, at) => {
    const [mine, theirs] = [median(ours), median(peers[at])];
    const ratio = one.measure.rate ? mine / theirs : theirs / mine;
    // The budgets were taken beside the first peer.
    const budget = at === 0 ? one.budget?.[sides.threads] : undefined;
    return {
      name: one.name,
      threads: sides.threads,
      unit: one.measure.unit,
      ours: mine,
      peer: theirs,
      peerName: peerName(peer, facts.peer.versions),
      ratio,
      budget: budget && verdict(one.measure, budget, mine, ratio),
      runs: ours.length,
      spread: `${spread(ours)} / ${spread(peers[at])}`,
      note: [note, idle ? undefined : 'machine busy'].filter(Boolean).join('; '),
      runtime: `${facts.ours.runtime}, ${facts.ours.name}; ${facts.peer.blas}`,
    };
  });
}

/** Runs in the processes `sides`, after one that does not count and shows that all sides compute the same. */
async function warmRuns(one, sides, quick) {
  const runOurs = (check) => sides.ours.ask({ ...one.request, check });
  const runPeer = (peer, check) => sides.peer.ask({ ...one.request, peer, check });
  const first = await runOurs(true);
  let slowest = first.seconds;
  for (const peer of one.peers) {
    const theirs = await runPeer(peer, true);
    compare(first.sample, theirs.sample, peer);
    slowest = Math.max(slowest, theirs.seconds);
  }
  const ours = [];
  const peers = one.peers.map(() => []);
  for (let run = quick ? 1 : runsFor(slowest); run > 0; run--) {
    await sleep(REST);
    ours.push(one.measure.value((await runOurs(false)).seconds));
    for (const [at, peer] of one.peers.entries()) {
      await sleep(REST);
      peers[at].push(one.measure.value((await runPeer(peer, false)).seconds));
    }
  }
  return { ours, peers };
}

/** Runs in new processes: the time, or the memory, of the first decomposition. */
async function freshRuns(one, open, quick) {
  const ours = [];
  /** @type {number[][]} */
  const peers = [[]];
  let note = 'loading, compiling and warming up included';
  for (let run = quick ? 1 : FRESH_RUNS; run > 0; run--) {
    const sides = await open();
    try {
      for (const [side, figures] of Object.entries({ ours, peer: peers[0] })) {
        await sleep(REST);
        const { seconds } = await sides[side].ask({ ...one.request, peer: one.peers[0] });
        if (one.fresh === 'cold') figures.push(one.measure.value(sides.startSeconds[side] + seconds));
        else {
          const { peakMegabytes, arenaBytes } = await sides[side].ask({ operation: 'memory' });
          figures.push(peakMegabytes);
          if (arenaBytes) note = arenaNote(arenaBytes, one.request.n);
        }
      }
    } finally {
      sides.close();
    }
  }
  return { ours, peers, note };
}

function arenaNote(bytes, n) {
  return `resident memory of the process; our arena held up to ${figure(bytes / 2 ** 20)} MB, ${figure(bytes / (8 * n * n))}·n² numbers`;
}

/** An odd number, so that the median is a run. */
function runsFor(seconds) {
  if (seconds < 0.1) return 15;
  if (seconds < 1) return 7;
  return seconds < 4 ? 5 : 3;
}

function compare(ours, theirs, peer) {
  const largest = Math.max(...theirs.map(Math.abs));
  const off = Math.max(...theirs.map((value, i) => Math.abs(value - (ours[i] ?? Number.NaN))));
  if (ours.length !== theirs.length || !(off <= AGREEMENT * largest)) {
    throw new Error(`our result is not that of ${peer}: ${off} apart where the largest entry is ${largest}`);
  }
}

function peerName(peer, versions) {
  const library = peer.split('.')[0];
  return `${peer}, ${library} ${versions[library]}`;
}
