import type { Jupyter, Kernel, KernelStatus } from '@vscode/jupyter-extension';
import { text as FRAMES } from 'kernelscope-text/extension/notebook/frames.py';
import { CancellationTokenSource, extensions, type Uri } from 'vscode';
import { cancelledError } from '../../engine/contract/context';
import { KernelscopeError } from '../../engine/contract/failure';
import { count, list, type Of, oneOf, optional, read, struct, text, texts } from '../../engine/contract/schema';
import { baseName } from '../../engine/words/fileName';

/** The program in the kernel lists the tables if `name` is null; otherwise it copies that table to a file in the folder. */
export interface Asked {
  readonly name: string | null;
  readonly folder: string;
  /** The file's name without its ending. */
  readonly file: string;
  /** A file in the folder, by which a kernel knows that it sees the same disk. */
  readonly token: string;
}

const TABLE = struct({ name: text(), kind: text(), rows: count(), columns: count() });
/** `texts` are columns of texts that a CSV file would have read as numbers. */
const COPY = struct({ ending: oneOf(['parquet', 'csv']), leftOut: texts(), texts: texts() });
const CODE = oneOf(['file/not-found', 'file/empty', 'file/unreadable', 'data/no-features', 'memory/too-large']);
/** `piece` is a part of the file in base64, where the kernel is on another machine. */
const ANSWER = struct({
  tables: optional(list(TABLE)),
  copy: optional(COPY),
  problem: optional(struct({ code: CODE, text: text() })),
  piece: optional(text()),
});
export interface Table extends Of<typeof TABLE> {}
export interface Copy extends Of<typeof COPY> {}
export interface Answer extends Pick<Of<typeof ANSWER>, 'tables' | 'copy'> {
  readonly pieces: readonly string[];
}

const JUPYTER = 'ms-toolsai.jupyter';
const MIME = 'application/vnd.kernelscope+json';
const ERROR_MIME = 'application/vnd.code.notebook.error';
const REVOKED = 'vscode.jupyter.apiAccessRevoked';
const ENDED: ReadonlySet<KernelStatus> = new Set(['dead', 'terminating', 'restarting', 'autorestarting'] as const);

/** Asks the running kernel of a notebook, once it has done what it is doing. Throws a sentence that says what to do where there is no answer. */
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
        if (ENDED.has(status)) reject(failed(`The kernel of ${name} ended.`));
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
    if (kind !== REVOKED) throw failed(`The kernel of ${name} did not answer (${message}).`);
    throw failed(
      `Kernelscope may not use the kernel of ${name}.`,
      'Allow it by the command "Jupyter: Manage Access To Jupyter Kernels".',
    );
  } finally {
    source.cancel();
    done.abort();
  }
}

const failed = (what: string, advice = 'Run its cells again.') =>
  new KernelscopeError('file/unreadable', `${what} ${advice}`);

async function kernelOf(notebook: Uri, name: string): Promise<Kernel> {
  const extension = extensions.getExtension<Jupyter>(JUPYTER);
  if (!extension) throw failed('Kernels are asked by way of the Jupyter extension, which is missing.', 'Install it.');
  const { kernels } = await extension.activate();
  const kernel = await kernels.getKernel(notebook);
  if (!kernel) throw failed(`No kernel is running for ${name}.`);
  if (ENDED.has(kernel.status)) throw failed(`The kernel of ${name} has ended.`);
  if (kernel.language !== 'python')
    throw failed(
      `The kernel of ${name} runs ${kernel.language}, not Python.`,
      'Save its table as a file and fit that.',
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
    `The kernel of ${name} gave no answer: it ended, or Kernelscope may not use it.`,
    'Run a cell of it, and allow Kernelscope to use it when the Jupyter extension asks.',
  );
}
