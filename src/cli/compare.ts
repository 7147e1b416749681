import type { Comparison } from '../engine/contract/rpc';
import type { Engine } from '../engine/engine';
import { version } from '../engine/machine/version';
import { fixed } from '../engine/words/numbers';
import { counted } from '../engine/words/sentence';
import type { CommandLine } from './arguments';
import { jsonText } from './json';
import { raceParts } from './raceText';
import { dataParts } from './reportParts';
import { fitRequest } from './request';
import { clearProgress, type Terminal, terminalContext, writeOut } from './terminal';
import { printed } from './text/parts';

/** Kernels and baselines side by side on the same folds of a file's training rows. */
export async function compareCommand(
  { operands, options }: CommandLine,
  engine: Engine,
  terminal: Terminal,
): Promise<void> {
  const request = fitRequest(operands[0], options, 'compare');
  const comparison = await engine.handlers.compare(request, terminalContext(terminal));
  clearProgress(terminal);
  if (options.json !== undefined)
    await writeOut(options.json, jsonText('compare', comparisonJson(comparison)), terminal);
  if (options.json !== '-') terminal.out(comparisonText(comparison, terminal.columns));
}

function comparisonJson({ request, file, data, race }: Comparison) {
  const { rows, used, train, holdout, columns } = data;
  return {
    kernelscope: version,
    method: request.method,
    file: file.name,
    data: { rows, used, train, holdout, columns },
    race,
  };
}

function comparisonText({ file, data, race }: Comparison, columns: number | undefined): string {
  const line = `${file.name}: ${race.target} from ${counted(data.columns.length, 'column')}, kernels compared, ${version}`;
  return printed([[{ line }], ...raceParts(race), dataParts(data), [{ line: `${fixed(race.seconds, 2)} s` }]], columns);
}

export type CompareJson = ReturnType<typeof comparisonJson>;
