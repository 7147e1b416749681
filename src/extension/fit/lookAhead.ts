import type { Estimate } from '../../engine/contract/rpc';
import type { FitRequest } from '../../engine/contract/run';
import type { Services } from '../services';

/** A look at what a fit will take that began before it was asked for. */
export interface LookAhead {
  /** What it will take, where it is the fit that was expected and could be estimated; the look ends with `signal`, or where it is another. */
  of(request: FitRequest, signal?: AbortSignal): Promise<Estimate | undefined>;
  end(): void;
}

/** Begins with the fit that is expected while the person still picks. The engine keeps what it prepares for it. */
export function lookAhead({ engine, paces }: Services, expected: FitRequest): LookAhead {
  const stop = new AbortController();
  const end = () => stop.abort();
  // Who asks for the fit is told of a failure.
  const found = engine
    .call('estimate', { ...expected, paces: paces.get(), ahead: true }, { signal: stop.signal })
    .catch(() => undefined);
  return {
    of: async (request, signal) => {
      if (keyOf(request) !== keyOf(expected)) {
        end();
        return undefined;
      }
      signal?.addEventListener('abort', end);
      return found.finally(() => signal?.removeEventListener('abort', end));
    },
    end,
  };
}

/** Of the same file. */
const keyOf = ({ source: _, ...asked }: FitRequest): string => JSON.stringify(asked);
