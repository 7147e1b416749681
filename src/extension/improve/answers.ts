import { l10n } from 'vscode';
import type { RunHead } from '../../doors/runs/summary';
import type { Model } from '../../engine/contract/model';
import { baseName } from '../../engine/words/fileName';
import type { RunQuestion } from '../../webview/protocol.schema';
import { fileOf } from '../runs/fileOf';
import type { Services } from '../services';
import { sourceOf } from '../source';
import { QUIET } from '../tasks';
import { answerOf } from './answerOf';

/**
 * Answers the questions of pages about their runs. It retains the model used last, as every key press may bring another
 * question.
 */
export class RunAnswers {
  private last: { readonly id: string; readonly model: Model } | undefined;

  constructor(private readonly services: () => Services) {}

  /** The packed answer. Throws the engine's failures. */
  async answer(run: RunHead, question: RunQuestion, signal: AbortSignal): Promise<Uint8Array> {
    const { engine, tasks } = this.services();
    // Columns are measured without being asked for: without a click, nobody is asked for the file.
    const file = await fileOf(this.services(), run, question.kind !== 'importance');
    const source = await sourceOf(file);
    const request = { ...run.request, source };
    const title = TITLE[question.kind](baseName(file.path));
    return tasks.run({ title, quiet: QUIET.answering, signal }, (call) =>
      answerOf(engine, request, { id: run.id, model: () => this.model(run.id) }, question, call),
    );
  }

  private async model(id: string): Promise<Model> {
    if (this.last?.id !== id) this.last = { id, model: (await this.services().store.load(id)).model };
    return this.last.model;
  }
}

const TITLE: Readonly<Record<RunQuestion['kind'], (file: string) => string>> = {
  differences: (file) => l10n.t('Comparing rows of {0}', file),
  row: (file) => l10n.t('Looking at a row of {0}', file),
  whatIf: (file) => l10n.t('Predicting a row of {0}', file),
  importance: (file) => l10n.t('Measuring columns of {0}', file),
};
