import { onWeb } from '../platform/web';
import { Bundles } from './bundles';

/** What is sent to this thread before and between requests: the bundles that are asked for, by their names. */
export interface BundlesSent {
  readonly bundles: Readonly<Record<string, string>>;
}

/** What it asks for. */
export interface BundleAsked {
  readonly bundle: string;
}

/** A fit may call functions of any of these in the midst of a computation, where nothing could be waited for. */
export const BEFORE_REQUESTS = [
  'engine',
  'robust',
  'huber',
  'features',
  'components',
  'cluster',
  'uses',
  'looks',
  'plainCore',
] as const;

type Listener = (message: unknown) => void;

/** Runs dist/engine.js in a worker of a browser: its bundles come as messages, and so do requests. */
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
  Object.assign(globalThis, {
    kernelscopePlatform: {
      ...onWeb,
      requests: {
        postMessage: (message: unknown, transfer: ArrayBuffer[] = []) => postMessage(message, { transfer }),
        on: (_: 'message', listener: Listener) => void listeners.push(listener),
      },
    },
  });
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('bundles' in data))
      return void begun.then(() => {
        for (const listener of listeners) listener(data);
      });
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
