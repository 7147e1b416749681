import type { Jupyter, Kernel, KernelStatus } from '@vscode/jupyter-extension';
import { text as FRAMES } from 'kernelscope-text/extension/notebook/frames.py';
import { CancellationTokenSource, extensions, l10n, type Uri } from 'vscode';
import { cancelledError } from '../../engine/contract/context';
import { KernelscopeError } from '../../engine/contract/failure';
import { list, natural, type Of, oneOf, optional, read, struct, text, texts } from '../../engine/contract/schema';
import { baseName } from '../../engine/words/fileName';

/**
 * The request to the program in the kernel, which lists the tables if `name` is null, and otherwise copies that table
 * to a file in the folder.
 */
export interface Asked {
  readonly name: string | null;
  readonly folder: string;
  /** The file's name without its ending. */
  readonly file: string;
  /** A file in the folder, by which a kernel recognises that it sees the same disk. */
  readonly token: string;
}

const TABLE = struct({ name: text(), kind: text(), rows: natural(), columns: natural() });
/** `texts` are columns of texts that would be read as numbers from a CSV file. */
const COPY = struct({ ending: oneOf(['parquet', 'csv']), leftOut: texts(), texts: texts() });
const CODE = oneOf(['file/not-found', 'file/empty', 'file/unreadable', 'data/no-features', 'memory/too-large']);
/** `piece` is a part of the file in base64, if the kernel is on another machine. */
const ANSWER = struct({
  tables: optional(list(TABLE)),
  copy: optional(COPY),
  problem: optional(struct({ code: CODE, text: text() })),
  piece: optional(text()),
});
export interface Copy extends Of<typeof COPY> {}
export interface Answer extends Pick<Of<typeof ANSWER>, 'tables' | 'copy'> {
  readonly pieces: readonly string[];
}

const JUPYTER = 'ms-toolsai.jupyter';
const MIME = 'application/vnd.kernelscope+json';
const ERROR_MIME = 'application/vnd.code.notebook.error';
const REVOKED = 'vscode.jupyter.apiAccessRevoked';
const ENDED: ReadonlySet<KernelStatus> = new Set(['dead', 'terminating', 'restarting', 'autorestarting'] as const);

/** Asks the running kernel of a notebook, once it is idle. Throws a sentence on what to do if there is no answer. */
export async function askKernel(notebook: Uri, asked: Asked, signal: AbortSignal): Promise<Answer> {
  const name = baseName(notebook.path);
  const source = new CancellationTokenSource();
  const done = new AbortController();
  try {
    const kernel = await kernelOf(notebook, name);
    const stopped = new Promise<never>((_, reject) => {
      const abort = () => reject(cancelledError());
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort);
      const watching = kernel.onDidChangeStatus((status) => {
        if (ENDED.has(status)) reject(failed(l10n.t('The kernel of {0} ended.', name)));
      });
      done.signal.addEventListener('abort', () => {
        signal.removeEventListener('abort', abort);
        watching.dispose();
      });
    });
    return await Promise.race([answerOf(kernel, asked, source, name), stopped]);
  } catch (error) {
    if (error instanceof KernelscopeError) throw error;
    const { name: kind, message } = error instanceof Error ? error : { name: '', message: String(error) };
    if (kind !== REVOKED) throw failed(l10n.t('The kernel of {0} did not answer ({1}).', name, message));
    throw failed(
      l10n.t('Kernelscope may not use the kernel of {0}.', name),
      l10n.t('Allow it by the command "Jupyter: Manage Access To Jupyter Kernels".'),
    );
  } finally {
    source.cancel();
    done.abort();
  }
}

const failed = (what: string, advice = l10n.t('Run its cells again.')) =>
  new KernelscopeError('file/unreadable', `${what} ${advice}`);

async function kernelOf(notebook: Uri, name: string): Promise<Kernel> {
  const extension = extensions.getExtension<Jupyter>(JUPYTER);
  if (!extension)
    throw failed(l10n.t('Kernels are asked by way of the Jupyter extension, which is missing.'), l10n.t('Install it.'));
  const { kernels } = await extension.activate();
  const kernel = await kernels.getKernel(notebook);
  if (!kernel) throw failed(l10n.t('No kernel is running for {0}.', name));
  if (ENDED.has(kernel.status)) throw failed(l10n.t('The kernel of {0} has ended.', name));
  if (kernel.language !== 'python')
    throw failed(
      l10n.t('The kernel of {0} runs {1}, not Python.', name, kernel.language),
      l10n.t('Save its table as a file and fit that.'),
    );
  return kernel;
}

async function answerOf(kernel: Kernel, asked: Asked, source: CancellationTokenSource, name: string): Promise<Answer> {
  // Strings of JSON are literals of Python.
  const code = `exec(${JSON.stringify(FRAMES)}, {"asked": ${JSON.stringify(JSON.stringify(asked))}})`;
  const pieces: string[] = [];
  let last: Of<typeof ANSWER> | undefined;
  for await (const { items } of kernel.executeCode(code, source.token))
    for (const { mime, data } of items) {
      if (mime !== MIME && mime !== ERROR_MIME) continue;
      const said: unknown = JSON.parse(new TextDecoder().decode(data));
      if (mime === ERROR_MIME) throw new Error(String((said as { message?: unknown } | null)?.message));
      last = read(ANSWER, said);
      if (last?.piece !== undefined) pieces.push(last.piece);
    }
  if (last?.problem) throw new KernelscopeError(last.problem.code, last.problem.text);
  if (last) return { ...last, pieces };
  throw failed(
    l10n.t('The kernel of {0} gave no answer: it ended, or Kernelscope may not use it.', name),
    l10n.t('Run a cell of it, and allow Kernelscope to use it when the Jupyter extension asks.'),
  );
}
