import { strict as assert } from 'node:assert';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ViewColumn, window } from 'vscode';
import type { Activated } from '../../src/extension/extension';
import { PANEL } from '../../src/extension/ids';
import { ACTIONS, resetSettings } from './actions';
import { Bench } from './bench';
import { Chance } from './chance';
import { Complaints, type Held, heldText, measure } from './measure';

export interface SoakOptions {
  readonly seed: number;
  /** Steps before the first measurement: code is compiled and caches fill. */
  readonly warmUp: number;
  /** Whether to go on after this number of steps. */
  readonly goOn: (steps: number) => boolean;
  /** A file that gets a line for each step. */
  readonly log?: string;
}

export interface Soaked {
  readonly steps: number;
  readonly before: Held;
  readonly after: Held;
  readonly complaints: readonly string[];
  /** How often each action ended in each way. */
  readonly ends: Readonly<Record<string, number>>;
}

/** A step that takes longer hangs. */
const STEP_MS = 120_000;
/** Steps between two measurements for the log, at rest. */
const ROUND = 200;

/** Random actions, each awaited, on an extension that is then compared with what it was before them. */
export async function soak(
  { testing }: Activated,
  methods: Bench['methods'],
  { seed, warmUp, goOn, log }: SoakOptions,
): Promise<Soaked> {
  const say = (line: string) => log !== undefined && appendFileSync(log, `${new Date().toISOString()} ${line}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  const complaints = new Complaints();
  const bench = new Bench(testing, methods, folder, new Chance(seed));
  const ends: Record<string, number> = {};
  const step = async (number: number) => {
    const name = drawn(bench.chance);
    const end = await withinTime(`step ${number} of seed ${seed}, ${name}`, ACTIONS[name].act(bench));
    ends[`${name}: ${end}`] = (ends[`${name}: ${end}`] ?? 0) + 1;
    say(`${number} ${name}: ${end}`);
  };
  const Panel = await panelClass(testing.panels);
  const rest = async () => {
    await bench.rest();
    const held = await measure({ panels: Panel }, [folder, testing.store.folder]);
    return { ...held, counts: { ...held.counts, ...bench.made } };
  };
  try {
    for (let i = 1; i <= warmUp; i++) await step(i - warmUp);
    const before = await rest();
    say(`at rest: ${heldText(before)}`);
    let steps = 0;
    while (goOn(steps)) {
      await step(++steps);
      if (steps % ROUND === 0) say(`at rest: ${heldText(await rest())}`);
    }
    const after = await rest();
    say(`at rest: ${heldText(after)}`);
    return { steps, before, after, complaints: complaints.said, ends };
  } finally {
    complaints.stop();
    bench.restore();
    await resetSettings();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The class whose objects are the open panels. */
async function panelClass(panels: Activated['testing']['panels']) {
  const view = window.createWebviewPanel(PANEL.results, 'soak', ViewColumn.Beside);
  await panels.deserializeWebviewPanel(view, { runId: 'soak' });
  const [panel] = panels.of('soak');
  view.dispose();
  return panel.constructor;
}

function drawn(chance: Chance): string {
  const all = Object.entries(ACTIONS);
  let left = chance.next() * all.reduce((sum, [, { weight }]) => sum + weight, 0);
  for (const [name, { weight }] of all) {
    left -= weight;
    if (left < 0) return name;
  }
  return all[0][0];
}

async function withinTime<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${what}: not done in ${STEP_MS / 1000} s`)), STEP_MS);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Extensions that come with VS Code live in the same process, and make some emitters when they first need them; a leak has no bound. */
const MORE: Readonly<Record<string, number>> = { emitters: 20 };
/** The growth that is allowed afterwards, as a fraction of the size before. */
const GROWTH = 0.2;

/** Throws where something was left behind, or where more of `sizes` is held than before, beyond the growth allowed. */
export function assertNothingLeft(
  { before, after, complaints }: Soaked,
  sizes: readonly ('heap' | 'resident')[],
): void {
  assert.deepEqual(complaints, []);
  const more = Object.keys(after.counts).filter((name) => after.counts[name] > before.counts[name] + (MORE[name] ?? 0));
  assert.deepEqual(more, [], `before: ${heldText(before)}\nafter: ${heldText(after)}`);
  for (const name of sizes)
    assert.ok(after[name] <= (1 + GROWTH) * before[name], `${name} grew from ${before[name]} to ${after[name]}`);
}
