import type { RowCard, RowDifferences } from '../engine/contract/explain';
import type { Failure } from '../engine/contract/failure';
import type { Importance } from '../engine/contract/importance';
import { unpack } from '../engine/contract/pack';
import type { ColumnDetail } from '../engine/contract/profile';
import type { Predictions } from '../engine/contract/rpc';
import type { ToView } from './protocol';
import type { FromView, Question } from './protocol.schema';

/** Sends questions to the extension, and passes each answer to its asker. */
export class Answers {
  private next = 1;
  private readonly waiting = new Map<number, { take: (value: unknown) => void; fail: (failure: Failure) => void }>();

  constructor(private readonly post: (message: FromView) => void) {}

  /** Rejects with the failure. Of several questions of a kind only the last is sure to be answered. */
  readonly ask = <Q extends Question>(question: Q): Promise<AnswerTo[Q['kind']]> => {
    const id = this.next++;
    this.post({ type: 'ask', id, question });
    return new Promise((take, fail) => {
      this.waiting.set(id, { take: (value) => take(value as AnswerTo[Q['kind']]), fail });
    });
  };

  /** Ignores messages that are no answers. */
  receive(message: ToView): void {
    if (message.type !== 'answer' && message.type !== 'noAnswer') return;
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.type === 'answer') asked?.take(unpack(new Uint8Array(message.value)));
    else asked?.fail(message.failure);
  }
}

/** The message of an error, for the page; undefined if its question was only overtaken by a newer one. */
export function whyNot(error: unknown): string | undefined {
  const { code, message } = error as Partial<Failure>;
  return code === 'run/cancelled' ? undefined : (message ?? String(error));
}

/** The answer to a question of each kind. */
export interface AnswerTo {
  readonly differences: RowDifferences;
  readonly row: RowCard;
  readonly whatIf: Predictions;
  readonly importance: Importance;
  readonly column: ColumnDetail;
}
