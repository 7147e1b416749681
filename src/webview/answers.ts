import type { Failure } from '../engine/contract/failure';
import { unpack } from '../engine/contract/pack';
import type { FromView } from './protocol';
import type { AnswerTo, Question } from './questions';

/** Asks the extension, and hands each answer to who asked. */
export class Answers {
  private next = 1;
  private readonly waiting = new Map<number, { take: (value: unknown) => void; fail: (failure: Failure) => void }>();

  constructor(private readonly post: (message: FromView) => void) {}

  /** Rejects with the failure. Of several questions of a kind only the last is sure to be answered. */
  ask<Q extends Question>(question: Q): Promise<AnswerTo[Q['kind']]> {
    const id = this.next++;
    this.post({ type: 'ask', id, question });
    return new Promise((take, fail) => {
      this.waiting.set(id, { take: (value) => take(value as AnswerTo[Q['kind']]), fail });
    });
  }

  take(id: number, value: Uint8Array): void {
    this.waiting.get(id)?.take(unpack(new Uint8Array(value)));
    this.waiting.delete(id);
  }

  fail(id: number, failure: Failure): void {
    this.waiting.get(id)?.fail(failure);
    this.waiting.delete(id);
  }
}

/** What went wrong, for the page; undefined for what was only overtaken. */
export function whyNot(error: unknown): string | undefined {
  const { code, message } = error as Partial<Failure>;
  return code === 'run/cancelled' ? undefined : (message ?? String(error));
}
