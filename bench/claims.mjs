// node bench/claims.mjs [--only WORD] [--draws N] [--keep FILE] [--quick]
// How often each sentence about a person's data is wrong, in simulations whose truth is known (test/claims): writes docs/data/claims.json, of which
// scripts/contributions.mjs makes docs/claims.md. Goes on where it was stopped.
// --only   simulations with this word in their name, or of this claim
// --draws  of each; left out, as many as each wants
// --keep   a file of draws, a line of JSON each; they are not drawn again (out/bench/claims.jsonl)
// --quick  one draw of each, which is printed and kept nowhere: whether it runs
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleOurs } from './harness/sideBySide.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    draws: { type: 'string' },
    keep: { type: 'string', default: here('../out/bench/claims.jsonl') },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const { keep, quick, only } = options;
const lines =
  !quick && existsSync(keep)
    ? readFileSync(keep, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
const draws = quick ? 1 : options.draws && Number(options.draws);
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
try {
  const program = join(folder, 'ours.mjs');
  const entry = { entryPoints: ['bench/claims/ours.mjs'], define: { KERNELSCOPE_VERSION: '"bench"' } };
  await bundleOurs(entry, program);
  const known = lines.map(({ name, seed }) => `${name} ${seed}`);
  const child = spawn(process.execPath, [program, JSON.stringify({ known, only, ...(draws && { draws }) })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  if (!quick) mkdirSync(dirname(keep), { recursive: true });
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(JSON.parse(line));
    if (!quick) appendFileSync(keep, `${line}\n`);
    if (!options.json) console.log(line);
  }
  process.exitCode = (await ended) ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const data = here('../docs/data/claims.json');
if (!quick && process.exitCode === 0)
  writeFileSync(data, `${JSON.stringify(among(JSON.parse(readFileSync(data, 'utf8')), tallied(lines)), null, 2)}\n`);

/** The tallies of earlier runs, each in its place replaced by a new one of the same claim and simulation. */
function among(earlier, tallies) {
  const key = ({ claim, simulation }) => `${claim} ${simulation}`;
  const of = new Map(tallies.map((tally) => [key(tally), tally]));
  const known = new Set(earlier.map(key));
  return [...earlier.map((tally) => of.get(key(tally)) ?? tally), ...tallies.filter((tally) => !known.has(key(tally)))];
}

/**
 * By simulation and claim: the number of draws, and in how many of them it was made, was made wrongly, and could not be
 * decided.
 */
function tallied(all) {
  const of = new Map();
  for (const { name, claims, outcomes } of all)
    for (const claim of claims) {
      const key = `${claim} ${name}`;
      const tally = of.get(key) ?? { claim, simulation: name, draws: 0, said: 0, wrong: 0, untold: 0 };
      const outcome = outcomes[claim];
      tally.draws++;
      if (outcome === 'cannot tell') tally.untold++;
      else if (outcome) tally.said++;
      if (outcome === 'false') tally.wrong++;
      of.set(key, tally);
    }
  return [...of.values()];
}
