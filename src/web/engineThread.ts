import { onWeb } from '../platform/web';
import { Bundles } from './bundles';

/** The bundles that this thread asked for, by their names; sent to it before and between requests. */
export interface BundlesSent {
  readonly bundles: Readonly<Record<string, string>>;
}

/** A message by which this thread asks for a bundle. */
export interface BundleAsked {
  readonly bundle: string;
}

/**
 * The bundles that most requests need, which are read before the first request. A computation cannot wait for anything:
 * a request that needs another bundle is answered anew once that bundle has been read.
 */
export const BEFORE_REQUESTS = ['engine', 'quoted', 'huber', 'features', 'uses', 'looks'] as const;

type Listener = (message: unknown) => void;

/** A request or an answer, with the members that this thread reads. */
interface Numbered {
  readonly type: string;
  readonly id: number;
}

/** Runs dist/engine.js in a worker of a browser: its bundles arrive as messages, and so do requests. */
export function runEngine(): void {
  const listeners: Listener[] = [];
  const waiting = new Map<string, (text: string) => void>();
  const bundles = new Bundles(
    (name) =>
      new Promise((resolve) => {
        waiting.set(name, resolve);
        postMessage({ bundle: name } satisfies BundleAsked);
      }),
  );
  const underWay = new Map<number, Numbered>();
  const tell = (request: Numbered) => {
    underWay.set(request.id, request);
    for (const listener of listeners) listener(request);
  };
  Object.assign(globalThis, {
    kernelscopePlatform: {
      ...onWeb,
      requests: {
        postMessage(message: Numbered, transfer: ArrayBuffer[] = []) {
          const request = underWay.get(message.id);
          const ends = message.type === 'result' || message.type === 'failure';
          if (ends && request !== undefined && bundles.missed.size > 0)
            return void bundles.load().then(() => tell(request));
          if (ends) underWay.delete(message.id);
          postMessage(message, { transfer });
        },
        on: (_: 'message', listener: Listener) => void listeners.push(listener),
      },
    },
  });
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('bundles' in data))
      return void begun.then(() => tell(data as Numbered));
    for (const [name, text] of Object.entries((data as BundlesSent).bundles)) waiting.get(name)?.(text);
  });
  const begun = bundles.load(...BEFORE_REQUESTS).then(() => bundles.require('./engine.js'));
  begun.catch((error: unknown) => {
    setTimeout(() => {
      throw error;
    });
  });
}

runEngine();
