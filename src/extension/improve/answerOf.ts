import type { CallOptions } from '../../engine/contract/channel';
import type { Model } from '../../engine/contract/model';
import { pack } from '../../engine/contract/pack';
import type { FitRequest } from '../../engine/contract/run';
import type { RunQuestion } from '../../webview/protocol.schema';
import type { HasEngine } from '../fit/changedRequest';

/** The run that a question is about: its model is loaded only for questions that need it. */
interface Asked {
  readonly id: string;
  readonly model: () => Promise<Model>;
}

/**
 * The packed answer to a page's question about its run; `request` has the run's file as its source. Throws the engine's
 * failures.
 */
export async function answerOf(
  engine: HasEngine['engine'],
  request: FitRequest,
  { id, model }: Asked,
  question: RunQuestion,
  call: CallOptions,
): Promise<Uint8Array> {
  switch (question.kind) {
    case 'differences':
      return pack(await engine.call('describeRows', { request, rows: question.rows }, call));
    case 'row':
      return pack(await engine.call('row', { request, model: await model(), row: question.row }, call));
    case 'whatIf': {
      const { kind: _, ...asked } = question;
      const { source, read } = request;
      return pack(await engine.call('whatIf', { ...asked, id, model: await model(), source, read }, call));
    }
    case 'importance':
      return pack(await engine.call('importance', { request, model: await model() }, call));
  }
}
