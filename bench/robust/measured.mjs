// The parts shared by the cases: runs in turn, and a row of the table from their seconds.
import { setTimeout as sleep } from 'node:timers/promises';
import { median, spread } from '../harness/sideBySide.mjs';

/** Milliseconds after which a library's spinning threads are asleep. */
const REST = 200;

/**
 * Asks `ours` and `peer`, functions that resolve to an answer with its seconds, in turn: the peer in the first `peerRuns` turns.
 * `peer` may be left out. The answers are those of the first turn.
 * @param {number} runs
 * @param {{ ours: () => any, peer?: () => any, peerRuns?: number }} sides
 * @returns {Promise<{ seconds: { ours: number[], peer: number[] }, ours: any, peer: any }>}
 */
export async function inTurn(runs, { ours, peer, peerRuns = runs }) {
  /** @type {{ ours: number[], peer: number[] }} */
  const seconds = { ours: [], peer: [] };
  let [first, other] = [undefined, undefined];
  for (let run = 0; run < runs; run++) {
    await sleep(REST);
    const mine = await ours();
    first ??= mine;
    seconds.ours.push(mine.seconds);
    if (!peer || run >= peerRuns) continue;
    await sleep(REST);
    const theirs = await peer();
    other ??= theirs;
    seconds.peer.push(theirs.seconds);
  }
  return { seconds, ours: first, peer: other };
}

/** The rows of every task that succeeds, by name; one that fails says so, and the benchmark ends with an error. */
export async function rowsOfAll(tasks) {
  const rows = [];
  for (const [name, task] of Object.entries(tasks)) {
    try {
      rows.push(...(await task()));
    } catch (error) {
      console.error(`  ${name} failed: ${error.message}`);
      process.exitCode = 1;
    }
  }
  return rows;
}

/** A row from the seconds of both; `share` is the part of the peer's work that was measured. */
export function row(name, { seconds }, { share = 1, ...rest }) {
  const mine = median(seconds.ours);
  const line = { name, unit: 's', ours: mine, runs: seconds.ours.length, runtime: `node ${process.versions.node}` };
  if (seconds.peer.length === 0) return { ...line, spread: spreadOf(seconds.ours), ...rest };
  const scaled = seconds.peer.map((s) => s / share);
  const theirs = median(scaled);
  const spread = `${spreadOf(seconds.ours)} / ${spreadOf(scaled)}`;
  return { ...line, peer: theirs, ratio: theirs / mine, spread, ...rest };
}

const spreadOf = (values) => (values.length === 1 ? 'one run' : spread(values));
