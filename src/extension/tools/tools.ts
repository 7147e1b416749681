import {
  CancellationError,
  type CancellationToken,
  LanguageModelTextPart,
  type LanguageModelTool,
  LanguageModelToolResult,
  type PreparedToolInvocation,
  type Uri,
  workspace,
} from 'vscode';
import type { FitChoices } from '../../choices/fitChoices';
import { fileOf, fitInput, idOf } from '../../choices/toolInput';
import { failureText } from '../../doors/brief/failureText';
import { type BriefPart, briefText } from '../../doors/brief/lines';
import { toFailure } from '../../engine/contract/failure';
import { fileSize } from '../../engine/words/quantities';
import {
  compareQuietly,
  estimateQuietly,
  explainQuietly,
  fitQuietly,
  inspectQuietly,
  requestFor,
  storedRun,
} from '../api/operations';
import { signalOf } from '../api/signal';
import { TOOL } from '../ids';
import { plainMarkdown } from '../plainWindow';
import type { Services } from '../services';
import { effort, OTHER_WAYS, storedText } from './toolText';
import { requireInside, workspaceFile } from './workspaceFile';

/** A larger file is not read only to say how long its fit will take. */
const LARGE = 200e6;

/** What a tool is made of: a line while it works, what a person agrees to before, and its result. */
interface Tool {
  readonly doing: (input: unknown) => string;
  readonly agreed?: (services: Services, input: unknown, signal: AbortSignal) => Promise<Agreement>;
  readonly answer: (services: Services, input: unknown, signal: AbortSignal) => Promise<readonly BriefPart[]>;
}

interface Agreement {
  readonly title: string;
  readonly message: string;
}

const TOOLS: Readonly<Record<(typeof TOOL)[keyof typeof TOOL], Tool>> = {
  [TOOL.inspect]: {
    doing: (input) => `Reading ${fileOf(input)}`,
    async answer(services, input, signal) {
      const uri = await workspaceFile(fileOf(input));
      const { inspectionParts } = await import('../../doors/brief/inspectionBrief');
      return inspectionParts(await inspectQuietly(services, uri, readOf(services, uri), signal));
    },
  },
  [TOOL.fit]: {
    doing: (input) => `Fitting ${fitInput(input).file}`,
    async agreed(services, input, signal) {
      const { uri, choices } = await located(services, input);
      const { request, method } = await requestFor(services, uri, choices);
      const what = request.design.target === '' ? 'components' : `“${request.design.target}”`;
      return {
        title: 'Fit with Kernelscope?',
        message: `${method.title} for ${what} of ${pathOf(uri)}. ${await takes(services, uri, choices, signal)} The file is not changed; a run with the fitted model is stored in the history of this workspace. Names of columns and numbers of the result go to the language model, texts of cells do not.`,
      };
    },
    async answer(services, input, signal) {
      const { uri, choices } = await located(services, input);
      const run = await fitQuietly(services, uri, choices, signal);
      const [{ runBrief }, { fitParts, fitWays }] = [
        await import('../../doors/brief/runBrief'),
        await import('../../doors/brief/toolParts'),
      ];
      return fitParts(runBrief(run), storedText(run.id), { ...fitWays(TOOL.fit), ...OTHER_WAYS });
    },
  },
  [TOOL.compare]: {
    doing: (input) => `Comparing kernels on ${fitInput(input).file}`,
    async agreed(services, input, signal) {
      const { uri, choices } = await located(services, input);
      const { request } = await requestFor(services, uri, choices);
      return {
        title: 'Compare kernels with Kernelscope?',
        message: `Kernels for “${request.design.target}” of ${pathOf(uri)}. ${await takes(services, uri, choices, signal)} Nothing is stored, and the file is not changed. Names of columns and errors of the candidates go to the language model, texts of cells do not.`,
      };
    },
    async answer(services, input, signal) {
      const { uri, choices } = await located(services, input);
      const { file, race } = await compareQuietly(services, uri, choices, signal);
      const { raceParts } = await import('../../doors/brief/raceBrief');
      return raceParts(file.name, race);
    },
  },
  [TOOL.explain]: {
    doing: (input) => `Explaining ${idOf('run', input) === undefined ? 'the newest run' : 'a stored run'}`,
    async answer(services, input, signal) {
      const run = await storedRun(services, idOf('run', input));
      const measured = await explainQuietly(services, run, signal, requireInside);
      const [{ explained }, { explainParts }] = [
        await import('../../doors/brief/explainBrief'),
        await import('../../doors/brief/toolParts'),
      ];
      return explainParts(`Run ${run.id}`, explained(run, measured));
    },
  },
};

/** By their names, as `vscode.lm.registerTool` takes them. */
export function languageModelTools(
  services: Services,
): readonly (readonly [name: string, LanguageModelTool<object>])[] {
  return Object.entries(TOOLS).map(([name, tool]) => [name, asTool(services, tool)] as const);
}

function asTool(services: Services, { doing, agreed, answer }: Tool): LanguageModelTool<object> {
  return {
    prepareInvocation: ({ input }, token) =>
      settled(services, token, async (signal): Promise<PreparedToolInvocation> => {
        const invocationMessage = plainMarkdown(doing(input));
        if (!agreed) return { invocationMessage };
        const { title, message } = await agreed(services, input, signal);
        return { invocationMessage, confirmationMessages: { title, message: plainMarkdown(message) } };
      }),
    invoke: ({ input }, token) =>
      settled(services, token, async (signal) => {
        const parts = await answer(services, input, signal);
        return new LanguageModelToolResult([new LanguageModelTextPart(briefText(parts))]);
      }),
  };
}

/** What is thrown is what a language model reads; the log has all of it. */
async function settled<T>(
  { log }: Services,
  token: CancellationToken,
  job: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await job(signalOf(token));
  } catch (error) {
    if (toFailure(error).code === 'run/cancelled') throw new CancellationError();
    log.error(`tool: ${error instanceof Error ? error.message : String(error)}`);
    throw new Error(failureText(error, 'The log of Kernelscope has all of it.'));
  }
}

async function located(
  services: Services,
  input: unknown,
): Promise<{ readonly uri: Uri; readonly choices: FitChoices }> {
  const { file, choices } = fitInput(input);
  const uri = await workspaceFile(file);
  return { uri, choices: { ...choices, read: readOf(services, uri) } };
}

/** As the person said that the file is to be read. */
const readOf = ({ remembered }: Services, uri: Uri) => remembered.get(uri.toString()).read ?? {};

const pathOf = (uri: Uri): string => workspace.asRelativePath(uri);

/** "It takes …" */
async function takes(services: Services, uri: Uri, choices: FitChoices, signal: AbortSignal): Promise<string> {
  const { size } = await workspace.fs.stat(uri);
  if (size > LARGE) return `The file has ${fileSize(size)}: how long it takes is known once it is read.`;
  return `It takes ${effort(await estimateQuietly(services, uri, choices, signal))}.`;
}
