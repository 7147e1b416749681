import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ClusterSteps, type FileInTurn, type NamedBytes } from '../engine/clusterSteps';
import { openFailure } from '../engine/data/openFailure';
import type { Chooser } from '../engine/machine/backEnd';
import { count } from '../engine/words/numbers';
import { counted } from '../engine/words/sentence';
import { type CommandLine, mistaken } from './arguments';
import { CLUSTER_STEPS, type ClusterStep } from './options/clusterEngines';
import type { OptionName, Options } from './options/table';
import { partSizeOf } from './partSize';
import { requestOfOptions, withInputs } from './request';
import { isStandardInput } from './standardStreams';
import { clearProgress, type Terminal, terminalContext, writeOut } from './terminal';
import { UsageError } from './usage';

/** The arguments of a step. */
interface Given {
  readonly files: readonly string[];
  readonly options: Options;
  readonly steps: ClusterSteps;
  readonly terminal: Terminal;
}

/** The content that a step writes, and its message. */
interface Made {
  readonly content?: string | Uint8Array;
  readonly said?: string | undefined;
}

/** One step of a fit with files between its steps. */
export async function clusterCommand(
  { operands: [step, ...files], options }: CommandLine,
  algebra: Chooser,
  terminal: Terminal,
): Promise<void> {
  const names = Object.keys(CLUSTER_STEPS);
  if (!names.includes(step)) throw mistaken(`cluster takes a step: ${names.join(', ')}, not '${step}'.`, step, names);
  const known = step as ClusterStep;
  checkOptions(known, options);
  const out = outOf(known, options);
  const { content, said } = await STEPS[known]({ files, options, steps: new ClusterSteps(algebra), terminal });
  if (content !== undefined) await writeOut(out, content, terminal);
  clearProgress(terminal);
  if (said !== undefined && out !== '-') terminal.out(`${out}: ${said}\n`);
}

/** Throws `UsageError` for an option of another step. */
function checkOptions(step: ClusterStep, options: Options): void {
  for (const [name, steps] of Object.entries(OF_STEP))
    if (options[name as OptionName] !== undefined && !steps.includes(step))
      throw new UsageError(`cluster ${step} does not take --${name}, cluster ${steps.join(' and ')} does.`);
}

/** Options that only some steps take. */
const OF_STEP: { readonly [K in OptionName]?: readonly ClusterStep[] } = {
  target: ['plan'],
  method: ['plan'],
  set: ['plan'],
  holdout: ['plan'],
  group: ['plan'],
  'fold-column': ['plan'],
  blocks: ['plan'],
  'part-size': ['plan'],
  'skip-failed-parts': ['plan', 'solve'],
  solution: ['map'],
  save: ['finish'],
  report: ['finish'],
  json: ['finish'],
  importance: ['finish'],
};

const STEPS: Readonly<Record<ClusterStep, (given: Given) => Promise<Made>>> = {
  async plan({ files, options, steps, terminal }) {
    const [first] = needed(files, 1, 'plan FILE…');
    if (files.some(isStandardInput))
      throw new UsageError('cluster plan reads files more than once: standard input is none.');
    const asked = await withInputs(
      requestOfOptions(first, { ...options, method: options.method ?? 'nystrom-ridge' }),
      terminal,
    );
    const size = options['part-size'];
    const { source: _, ...request } = asked;
    const { bytes, content, rowsRead, leftOut } = await steps.plan(
      {
        ...request,
        paths: files,
        ...(size !== undefined && { partSize: partSizeOf(size) }),
        skipFailed: options['skip-failed-parts'] === true,
      },
      terminalContext(terminal),
    );
    const { parts, rows } = content;
    const left = leftOut.map(({ text }) => `\n${text}`);
    return {
      content: bytes,
      said: `${counted(parts.length, 'part')}, about ${count(rows)} training rows; settled on ${count(rowsRead)} rows that were read.${left.join('')}`,
    };
  },
  async parts({ files, steps }) {
    const [plan] = needed(files, 1, 'parts PLAN');
    const parts = steps.parts(await bytesIn(plan)).map(({ path, from, to, failed }, i) => ({
      ...{ part: i + 1, path, from, to },
      ...(failed !== undefined && { leftOut: failed }),
    }));
    return { content: `${JSON.stringify(parts)}\n` };
  },
  async map({ files, options, steps, terminal }) {
    const [plan, number, ...more] = needed(files, 2, 'map PLAN N [FILE]');
    if (!/^\d{1,9}$/.test(number))
      throw new UsageError(`cluster map takes the number of a part, from 1, not '${number}'.`);
    if (more.length > 1) throw new UsageError('cluster map takes one part: give one file of rows.');
    const [path] = more;
    const { input } = terminal;
    if (path !== undefined && isStandardInput(path) && input === undefined)
      throw new UsageError('there is no standard input here: give a file.');
    const place = path === undefined ? {} : isStandardInput(path) ? { stream: input?.chunks } : { path };
    const solution = options.solution === undefined ? {} : { solution: await bytesIn(options.solution) };
    const { bytes, skipped } = await steps.map(
      await bytesIn(plan),
      Number(number),
      { ...place, ...solution },
      terminalContext(terminal),
    );
    return { content: bytes, said: skipped && `part ${number} is left out: ${skipped.why}` };
  },
  async merge({ files, steps, terminal }) {
    const [plan, ...sums] = needed(files, 2, 'merge PLAN SUMS…');
    const { bytes, parts, missing } = await steps.merge(await bytesIn(plan), inTurn(sums), terminalContext(terminal));
    return { content: bytes, said: `${count(parts - missing)} of ${counted(parts, 'part')}.` };
  },
  async solve({ files, options, steps, terminal }) {
    const [plan, ...sums] = needed(files, 2, 'solve PLAN SUMS…');
    const skips = options['skip-failed-parts'] === true;
    const { bytes } = await steps.solve(await bytesIn(plan), inTurn(sums), terminalContext(terminal), skips);
    return { content: bytes };
  },
  async finish({ files, options, steps, terminal }) {
    const [plan, solution, ...errors] = needed(files, 3, 'finish PLAN SOLUTION ERRORS…');
    const context = terminalContext(terminal);
    const run = await steps.finish(
      await bytesIn(plan),
      await bytesIn(solution),
      inTurn(errors),
      context,
      options.importance,
    );
    clearProgress(terminal);
    const { writeFit } = await import('./fit');
    await writeFit(run, options, terminal, { inputs: files, rowsOf: run.file.path || plan });
    return {};
  },
};

/** The place where a step writes. A fit is written as its own options say. */
function outOf(step: ClusterStep, { out }: Options): string {
  if (out === undefined && step !== 'parts' && step !== 'finish')
    throw new UsageError(`cluster ${step} needs --out OUT: where to write.`);
  return out ?? '-';
}

function needed(files: readonly string[], least: number, words: string): readonly string[] {
  if (files.length < least) throw new UsageError(`cluster ${words}: something is missing.`);
  return files;
}

async function bytesIn(path: string): Promise<NamedBytes> {
  const name = basename(path);
  const bytes = await readFile(path).catch((error) => {
    throw openFailure(name, error);
  });
  return { name, bytes };
}

/** The files are read one after the other: all of them together may be more than memory holds. */
const inTurn = (paths: readonly string[]): FileInTurn[] =>
  paths.map((path) => ({ name: basename(path), bytes: async () => (await bytesIn(path)).bytes }));
