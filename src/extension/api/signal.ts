import type { CancellationToken } from 'vscode';

/** A token of VS Code as what the engine's calls take. */
export function signalOf(token: CancellationToken | undefined): AbortSignal {
  const abort = new AbortController();
  if (token?.isCancellationRequested) abort.abort();
  token?.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
