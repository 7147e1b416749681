import type { RaceAnswer } from '../engine/contract/rpc';
import { version } from '../engine/machine/version';
import { fixed } from '../engine/words/numbers';
import { counted } from '../engine/words/sentence';
import { lanesFigure } from '../figures/lanes/lanes';
import { lanesOf } from '../figures/lanes/race';
import { captionOf } from '../figures/words/pictureWords';
import type { WithEngine } from './commands/command';
import { type FolderFile, writeFolder, writtenText } from './folder';
import { jsonText } from './json';
import { raceTextParts } from './raceText';
import { dataParts } from './reportParts';
import { inputsOf, openRequest } from './request';
import { clearProgress, terminalContext, writeOut } from './terminal';
import { printed } from './text/parts';

/** Compares kernels and baselines on the same folds of a file's training rows. */
export const compareCommand: WithEngine = async (line, engine, terminal) => {
  const { options } = line;
  const request = await openRequest(line, engine, terminal);
  const comparison = await engine.handlers.compare(request, terminalContext(terminal));
  clearProgress(terminal);
  const { file, race } = comparison;
  const { rows, used, train, holdout, columns } = comparison.data;
  const data = { rows, used, train, holdout, columns };
  const json = jsonText('compare', { kernelscope: version, method: request.method, file: file.name, data, race });
  if (options.json !== undefined) await writeOut(options.json, json, terminal);
  const files = options.out === undefined ? [] : await comparisonFiles(comparison, json);
  if (options.out !== undefined) await writeFolder(options.out, files, inputsOf(request));
  if (options.json === '-') return;
  terminal.out(comparisonText(comparison, terminal.columns));
  if (options.out !== undefined) terminal.out(writtenText(options.out, files, terminal.columns));
};

/** The lanes as a picture, the table of candidates as CSV, and the JSON. */
async function comparisonFiles({ file, race }: RaceAnswer, json: string): Promise<readonly FolderFile[]> {
  const { figureFiles } = await import('./runFolder');
  const lanes = lanesFigure(lanesOf(race));
  return [
    ...figureFiles('race', lanes, captionOf({ file: file.name, target: race.target })),
    { name: 'result.json', content: () => json },
  ];
}

function comparisonText({ file, data, race }: RaceAnswer, columns: number | undefined): string {
  const line = `${file.name}: ${race.target} from ${counted(data.columns.length, 'column')}, kernels compared, ${version}`;
  return printed(
    [[{ line }], ...raceTextParts(race), dataParts(data), [{ line: `${fixed(race.seconds, 2)} s` }]],
    columns,
  );
}
