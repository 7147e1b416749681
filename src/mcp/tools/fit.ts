import { completed } from '../../choices/fitChoices';
import { fitProperties } from '../../choices/fitProperties';
import { fitRequest } from '../../choices/fitRequest';
import { fitInput } from '../../choices/toolInput';
import { line } from '../../doors/brief/lines';
import { runBrief } from '../../doors/brief/runBrief';
import { type Quality, qualityOf, targetsText } from '../../doors/brief/runFacts';
import { fitParts, fitWays, type StepWays } from '../../doors/brief/toolParts';
import { cut } from '../../engine/contract/cut';
import { type FitRequest, isComponents } from '../../engine/contract/run';
import { finite, list, object, optional, standing, text, texts, whole } from '../../engine/contract/schema';
import { specOf } from '../../engine/fit/method';
import { writeUnfollowed } from '../../engine/machine/writeUnfollowed';
import { methodById } from '../../engine/methods/registry';
import { packModel } from '../../engine/model/packModel';
import { KEPT } from '../keptRuns';
import type { Tool } from '../server';
import { annotations, caller, FILE, outputOf, READ, type Session } from '../session';

interface Fitted extends Quality {
  readonly model: string;
  readonly file: string;
  readonly target: string;
  readonly method: string;
  readonly kernel: string;
  readonly trainingRows: number;
  readonly heldOutRows: number;
  readonly verdict: string;
  readonly numbers: readonly { readonly name: string; readonly value: string; readonly note: string }[];
  readonly warnings: readonly string[];
  readonly nextSteps: readonly string[];
  readonly saved?: string;
}

const OUTPUT = object<Fitted>({
  model: text('Id of the model, for predict and explain'),
  file: text(),
  target: text('Empty for principal components'),
  method: text('Method id'),
  kernel: text(),
  trainingRows: whole(),
  heldOutRows: whole(),
  verdict: text('How good, compared with what'),
  numbers: list(object<Fitted['numbers'][number]>({ name: text(), value: text(), note: text() })),
  r2: optional(finite('On held-out rows')),
  rmse: optional(finite('On held-out rows, in units of the target')),
  accuracy: optional(finite('Share of held-out rows whose class was predicted correctly')),
  warnings: texts(),
  nextSteps: texts('What would improve it, and the arguments for that'),
  saved: optional(text('The file that the model was written to')),
});

export const fitTool = (session: Session): Tool => ({
  name: 'fit',
  title: 'Fit a Table',
  description: `Fits a kernel method to a column of a CSV file (regression, classification, quantiles, outliers) or finds principal components, tests it on held-out rows and keeps the model in memory. Returns a verdict, key numbers with 95 % intervals, warnings, next steps and the id of the model. The kernel and its parameters are chosen by a comparison on the training rows unless set.`,
  inputSchema: {
    type: 'object',
    properties: {
      file: FILE,
      ...fitProperties(session.methods),
      read: READ,
      ...(session.mayWrite && {
        save: { type: 'string', description: 'Path of a new file, ending in .ksmodel, that the model is saved to.' },
      }),
    },
    required: ['file'],
    additionalProperties: false,
  },
  outputSchema: standing(OUTPUT),
  annotations: annotations('Fit a Table', session.mayWrite),
  async answer(input, call) {
    const { out, asked } = outputOf(session, 'save', input);
    const place = out === undefined ? undefined : await session.folders.newFile(out, '.ksmodel');
    const request = await requestOf(session, asked);
    const run = await caller(session, call)('fit', request);
    if (place !== undefined) {
      const { source } = request;
      const rowsOf = source.kind === 'path' ? { rowsOf: source.path } : {};
      await writeUnfollowed(place, packModel(run.model), { there: 'kept', ...rowsOf });
    }
    const saved = place === undefined ? undefined : session.folders.shown(place);
    const id = session.kept.add(run);
    const brief = runBrief(run);
    const kept = `Kept in memory as ${id} while the server runs, with at most ${KEPT.runs} others${saved === undefined ? '' : `, and saved to ${saved}`}: predict and explain take this id.`;
    const ways = waysOf(session);
    return {
      parts: fitParts(brief, kept, ways),
      structured: {
        model: id,
        file: cut(run.file.name),
        target: cut(targetsText(run)),
        method: run.method.id,
        kernel: run.kernelName ?? run.kernel.kind,
        trainingRows: run.data.train,
        heldOutRows: run.data.holdout,
        verdict: line(brief.verdict),
        numbers: brief.numbers,
        ...(isComponents(run) ? {} : qualityOf(run)),
        warnings: brief.warnings.map(line),
        nextSteps: brief.nextSteps.map(({ kind, text: step }) => line(`${step} (${ways[kind]})`)),
        ...(saved !== undefined && { saved }),
      } satisfies Fitted,
    };
  },
});

/** What a model asks of a fit, its file found. Throws `parameter/…`, `file/…`. */
export async function requestOf(session: Session, input: object): Promise<FitRequest> {
  const { file, choices } = fitInput(input, true);
  const source = await session.folders.file(file);
  const method = specOf(methodById(choices.method ?? 'krr'));
  return fitRequest(source, method, completed(method, choices), {});
}

/** How a model does what a panel offers. */
const waysOf = ({ mayWrite }: Session): StepWays => ({
  ...fitWays('fit'),
  suspects: 'explain lists them; fit with design.without leaves rows out',
  predict: 'predict with this model and another file',
  compare: 'compare',
  export: mayWrite ? 'fit with save' : 'a person, by kernelscope fit --save',
});
