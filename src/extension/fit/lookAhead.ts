import type { Estimate } from '../../engine/contract/rpc';
import type { FitRequest } from '../../engine/contract/run';
import type { Services } from '../services';

/** An estimate of what a fit will take, begun before the fit was asked for. */
export interface LookAhead {
  /**
   * The estimate, if the request is the expected fit and could be estimated. The estimate ends with `signal`, or if the
   * request is another one.
   */
  of(request: FitRequest, signal?: AbortSignal): Promise<Estimate | undefined>;
  end(): void;
}

/** Begins with the expected fit while the person still picks. The engine retains what it prepares for it. */
export function lookAhead({ engine, paces }: Services, expected: FitRequest): LookAhead {
  const stop = new AbortController();
  const end = () => stop.abort();
  // The caller who asks for the fit gets the failure.
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

/** The request without its source, as both are about the same file. */
const keyOf = ({ source: _, ...asked }: FitRequest): string => JSON.stringify(asked);
