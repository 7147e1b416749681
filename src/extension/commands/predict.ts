import { l10n, type Uri } from 'vscode';
import { givenMembers, type MemberChecks } from '../../choices/members';
import { targetsText } from '../../doors/brief/runFacts';
import { KernelscopeError } from '../../engine/contract/failure';
import type { PredictionFindings } from '../../engine/contract/rpc';
import { isComponents, type StoredRun } from '../../engine/contract/run';
import { predictedCsv } from '../../engine/model/predictedCsv';
import { fitErrorText } from '../../engine/model/predictionNotes';
import { baseName, stem } from '../../engine/words/fileName';
import { amount } from '../amount';
import { AN_ADDRESS, isAddress, OUT } from '../arguments/address';
import { browse, uriArgument } from '../chooseFile';
import { saveTo } from '../export/saveDialog';
import { showWarning } from '../plainWindow';
import { fileOf } from '../runs/fileOf';
import type { Services } from '../services';
import { sourceOf } from '../source';
import { fileOfRun, type WriteOutcome } from './fileOfRun';

/**
 * Arguments for callers without dialogs: `{ file, out }`. If a file exists at `out`, the person is asked whether to
 * replace it: without an answer nothing is written and the command does not return, and a no is the failure
 * `run/cancelled`.
 */
interface PredictArguments {
  readonly file?: unknown;
  readonly out?: unknown;
  /** True to read a compressed file however large it unzips. */
  readonly acceptExpansion?: boolean;
}

const MEMBERS: MemberChecks<PredictArguments> = {
  file: [isAddress, AN_ADDRESS],
  ...OUT,
  acceptExpansion: [(value) => typeof value === 'boolean', 'true or false'],
};

/**
 * "Predict Rows with This Model…": a file's rows through a run's model, as a CSV beside it. Resolves to the file
 * written.
 */
export async function predictCommand(services: Services, argument: unknown, given?: unknown): Promise<WriteOutcome> {
  const wanted = givenMembers(given, MEMBERS);
  let file: Uri | undefined;
  return fileOfRun(services, argument, {
    title: l10n.t('Predict with the Model of a Run'),
    doing: 'predict',
    async write(run) {
      const what = isComponents(run)
        ? l10n.t('Score Rows: Choose a File with Rows')
        : l10n.t('Predict {0}: Choose a File with Rows', targetsText(run));
      file = uriArgument(wanted.file) ?? (await browse(what));
      if (!file) return undefined;
      return saveTo(uriArgument(wanted.out), {
        title: isComponents(run) ? l10n.t('Save Scores') : l10n.t('Save Predictions'),
        beside: file,
        name: `${stem(file.path)}-${stem(run.file.name)}-${isComponents(run) ? 'scores' : 'predictions'}.csv`,
        filters: { [l10n.t('Comma-separated values')]: ['csv'] },
        content: await predictedRows(services, run, file, wanted.acceptExpansion),
        rowsOf: file,
        open: true,
      });
    },
    readAnyway: (id) => predictCommand(services, id, { ...wanted, ...(file && { file }), acceptExpansion: true }),
  });
}

/** Reports the findings about predictions: all of them in the log, and the first warning as a message. */
function sayFindings(name: string, { notes, errors }: PredictionFindings, log: Services['log']): void {
  const texts = [...notes.map(({ text }) => text), ...errors.map(fitErrorText)];
  for (const text of texts) log.info(`${name}: ${text}`);
  const warning = notes.find(({ severity }) => severity === 'warning');
  if (!warning) return;
  const message = texts.length > 1 ? `${warning.text} (${amount(texts.length - 1, 'moreNotes')})` : warning.text;
  void showWarning(message, {}, l10n.t('Show All')).then((answer) => {
    if (answer !== undefined) log.show();
  });
}

/** A file's rows through a run's model, as the text of a CSV. */
export async function predictedRows(
  { engine, tasks, log }: Services,
  run: StoredRun,
  file: Uri,
  acceptExpansion = false,
): Promise<Uint8Array> {
  const source = await sourceOf(file);
  const read = { ...run.model.read, ...(acceptExpansion && { acceptExpansion }) };
  const model = { ...run.model, read };
  const name = baseName(file.path);
  const title = isComponents(run) ? l10n.t('Scoring {0}', name) : l10n.t('Predicting {0}', name);
  const predictions = await tasks.run({ title }, (call) => engine.call('predict', { model, source, keep: true }, call));
  sayFindings(name, predictions, log);
  return new TextEncoder().encode([...predictedCsv(predictions)].join(''));
}

/**
 * "Save Scores…": the scores of every row of a run's own file on its principal components, as a CSV. Resolves to the
 * file written.
 */
export async function saveScoresCommand(services: Services, argument: unknown, given?: unknown): Promise<WriteOutcome> {
  const wanted = givenMembers(given, OUT);
  return fileOfRun(services, argument, {
    title: l10n.t('Save the Scores of a Run'),
    doing: 'save scores',
    fits: ({ components }) => components !== undefined,
    async write(run) {
      if (!isComponents(run))
        throw new KernelscopeError(
          'parameter/invalid',
          'Only runs of principal components have scores. Predict rows with the model of this run instead.',
        );
      const origin = await fileOf(services, run);
      return saveTo(uriArgument(wanted.out), {
        title: l10n.t('Save Scores'),
        beside: origin,
        name: `${stem(run.file.name)}-scores.csv`,
        filters: { [l10n.t('Comma-separated values')]: ['csv'] },
        content: await predictedRows(services, run, origin, run.request.read.acceptExpansion),
      });
    },
  });
}
