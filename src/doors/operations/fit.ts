import { cut } from '../../engine/contract/cut';
import { isComponents } from '../../engine/contract/run';
import { optional } from '../../engine/contract/schema';
import { writeUnfollowed } from '../../engine/machine/writeUnfollowed';
import { packModel } from '../../engine/model/packModel';
import { line } from '../brief/lines';
import { runBrief } from '../brief/runBrief';
import { qualityOf, targetsText } from '../brief/runFacts';
import { fitParts, STEP_WAYS } from '../brief/toolParts';
import { requestOf, takesFit } from '../fitAsked';
import { type KeptRun, placesFor } from '../house';
import { name, operation } from '../operation';

export const fitOperation = operation({
  title: 'Fit a Table',
  sentence:
    'Fits a kernel method to a column of a CSV file (regression, classification, quantiles, outliers) or finds principal components, tests it on held-out rows and keeps the model. Returns a verdict, key numbers with 95 % intervals, warnings, next steps and the id of the model. Kernel and parameters are chosen by a comparison on the training rows unless set.',
  takes: takesFit(['target', 'features', 'method', 'parameters', 'design'], [], {
    save: optional(name('Path of a new .ksmodel file that the model is saved to.')),
  }),
  gives: {
    model: 'text',
    file: 'text',
    target: 'text',
    method: 'text',
    kernel: 'text',
    trainingRows: 'count',
    heldOutRows: 'count',
    verdict: 'text',
    numbers: 'list',
    r2: 'number',
    rmse: 'number',
    accuracy: 'number',
    warnings: 'texts',
    nextSteps: 'texts',
    saved: 'text',
  },
  keeps: true,
  writes: { argument: 'save', sentence: 'Can save the model to a new file.' },
  async run(house, asked): Promise<KeptRun & { readonly saved?: string }> {
    const { save } = asked;
    const place = save === undefined ? undefined : await placesFor(house, 'save').newFile(save.trim(), '.ksmodel');
    const request = await requestOf(house, asked);
    const kept = await house.fit(request, asked.file);
    if (place === undefined) return kept;
    const { source } = request;
    const rowsOf = source.kind === 'path' ? { rowsOf: source.path } : {};
    await writeUnfollowed(place, packModel(kept.run.model), { there: 'kept', ...rowsOf });
    return { ...kept, saved: house.shown(place) };
  },
  said({ id, run, where, saved }) {
    const { what, verdict, numbers, warnings, nextSteps } = runBrief(run);
    const kept = `${where}${saved === undefined ? '' : `, and saved to ${saved}`}: predict, explain and export take this id.`;
    const steps = nextSteps.map(({ kind, text: step }) => `${step} (${STEP_WAYS[kind]})`);
    return {
      parts: fitParts({ lines: [what, verdict, kept], numbers, warnings, steps }),
      structured: {
        model: id,
        file: cut(run.file.name),
        target: cut(targetsText(run)),
        method: run.method.id,
        kernel: run.kernelName ?? run.kernel.kind,
        trainingRows: run.data.train,
        heldOutRows: run.data.holdout,
        verdict: line(verdict),
        numbers,
        ...(isComponents(run) ? {} : qualityOf(run)),
        warnings: warnings.map(line),
        nextSteps: steps.map(line),
        ...(saved !== undefined && { saved }),
      },
    };
  },
});
