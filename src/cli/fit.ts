import { contextWith, partOf } from '../engine/contract/context';
import { KernelscopeError } from '../engine/contract/failure';
import { requestOfProposal } from '../engine/contract/proposalRequest';
import { type AnyRun, type FitRequest, isComponents } from '../engine/contract/run';
import { componentsMethods } from '../engine/methods/registry';
import { packModel } from '../engine/model/packModel';
import { capitalised } from '../engine/words/sentence';
import { approximateChip, moreExact } from '../figures/advice/approximateChip';
import { fitCommandLine } from '../figures/report/commandLine';
import type { WithEngine } from './commands/command';
import { componentsText } from './componentsText';
import { writeFolder, writtenText } from './folder';
import { pathOf } from './input';
import { componentsJson, fitJson, jsonText } from './json';
import type { Options } from './options/table';
import { reportText } from './reportText';
import { inputsOf, openRequest } from './request';
import { clearProgress, type Terminal, terminalContext, writeOut } from './terminal';
import { UsageError } from './usage';

export const fitCommand: WithEngine = async (line, engine, terminal) => {
  const { options } = line;
  const request = await openRequest(line, engine, terminal);
  checkImportance(options, request);
  const context = terminalContext(terminal);
  const estimate = await engine.handlers.estimate(request, partOf(context, 0, 0.1));
  if (estimate.verdict !== 'go') {
    const { rows, proposedRows } = estimate;
    const sample = proposedRows < rows ? `Add --set maxRows=${proposedRows} to use a random sample; ` : '';
    const advice = `${estimate.message} ${sample}'kernelscope recommend' compares other ways.`;
    if (estimate.verdict === 'refuse')
      throw new KernelscopeError('memory/too-large', advice, { bytes: estimate.bytes });
    clearProgress(terminal);
    terminal.err(`${advice}\n`);
  }
  const run = await engine.handlers.fit(
    request,
    contextWith(partOf(context, 0.1, options.importance ? 0.8 : 1), {
      withoutPartial: options.report === undefined && options.out === undefined,
    }),
  );
  // The held-out rows are those of the fit, whose method may have been open, and which may have visited its rows
  // without being asked to.
  const fitted: FitRequest = { ...run.request, source: request.source, design: request.design };
  const importance = options.importance
    ? await engine.handlers.importance({ request: fitted, model: run.model }, partOf(context, 0.8, 1))
    : undefined;
  clearProgress(terminal);
  const rowsOf = pathOf(request.source);
  await writeFit({ ...run, ...(importance && { importance }) }, options, terminal, {
    inputs: inputsOf(request),
    rowsOf,
  });
};

/** Instead of an exact fit: what was fitted, and the command that fits it more exactly. */
function approximateLine(run: AnyRun): string {
  const { approximate } = run;
  const chip = approximate?.by === 'rule' ? approximateChip(run) : undefined;
  if (approximate === undefined || chip === undefined) return '';
  const better = moreExact(approximate);
  const request = better && approximate.ways && requestOfProposal(run.request, better, approximate.ways);
  const more = request ? `. More exactly: ${fitCommandLine({ file: run.file, request }).line}` : '';
  return `${capitalised(chip.text)}${more}\n`;
}

/** Throws `UsageError` if the method has no target that columns could matter to. */
export function checkImportance({ importance }: Options, { method }: Pick<FitRequest, 'method'>): void {
  if (importance && componentsMethods.some(({ id }) => id === method))
    throw new UsageError(`--importance is of columns that predict a target, and ${method} takes none: leave it out.`);
}

/** The files of a run: all that were read, and the file of the rows. */
interface RunFiles {
  readonly inputs: readonly string[];
  readonly rowsOf?: string;
}

/** Writes a run as the options say, and prints its report unless something else goes to standard output. */
export async function writeFit(
  run: AnyRun,
  options: Options,
  terminal: Terminal,
  { inputs, rowsOf }: RunFiles,
): Promise<void> {
  const told = options.json !== undefined || options.out !== undefined;
  const json = told ? jsonText('fit', isComponents(run) ? componentsJson(run) : fitJson(run)) : '';
  if (options.save !== undefined) await writeOut(options.save, packModel(run.model), terminal, rowsOf);
  if (options.report !== undefined) {
    const { reportFor } = await import('../figures/report/write');
    await writeOut(options.report, reportFor(options.report, run), terminal, rowsOf);
  }
  if (options.json !== undefined) await writeOut(options.json, json, terminal);
  const files = options.out === undefined ? [] : await (await import('./runFolder')).runFiles(run, json);
  if (options.out !== undefined) await writeFolder(options.out, files, inputs);
  terminal.err(approximateLine(run));
  if ([options.json, options.save, options.report].includes('-')) return;
  terminal.out(isComponents(run) ? componentsText(run, terminal.columns) : reportText(run, terminal.columns));
  if (options.out !== undefined) terminal.out(writtenText(options.out, files, terminal.columns));
}
