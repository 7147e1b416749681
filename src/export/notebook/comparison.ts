import { matrixOf } from '../portable/matrices';
import { lacking, type NotebookRecipe, type RecordedFit } from './fit';
import { pythonMatrix, pythonText, pythonVector } from './literals';

/** Predictions of Kernelscope beside those computed above, and how far apart they are. */
export function comparisonCode(fit: RecordedFit, { allowed, code }: NotebookRecipe): readonly string[] {
  const { model, record } = fit;
  const held = record.heldOut?.predicted;
  // The points of the model's expansion: all training rows, or the landmarks.
  const points = code.some((line) => line.startsWith('LANDMARKS = ')) ? 'LANDMARKS' : 'X';
  if (model.components)
    return [
      ...(held ? [`OURS = ${pythonMatrix(matrixOf(held))}`] : oursComponents(fit, points)),
      "SCORES = SCORES * np.sign(np.sum(OURS[:, : SCORES.shape[1]] * SCORES, axis=0))  # a component's sign is arbitrary",
      `FOUND = ${held ? 'np.column_stack([SCORES, ERROR])' : 'SCORES'}`,
      `compare(OURS, FOUND, np.std(OURS, axis=0), ${allowed})`,
    ];
  const levels = model.quantiles?.length ?? 1;
  const size = levels > 1 ? `np.repeat(np.std(Y, axis=0), ${levels})` : 'np.std(Y, axis=0)';
  return [
    ...(held ? [`OURS = ${pythonMatrix(matrixOf(held))}`] : oursCode(fit, points, levels)),
    `compare(OURS, PREDICTED, ${size}, ${allowed})`,
    ...(held ? scoreCode(fit) : []),
  ];
}

/** Kernelscope's own coefficients on training rows, where nothing is held out. */
function oursCode(fit: RecordedFit, points: string, levels: number): string[] {
  const { model } = fit;
  const [{ alpha, beta }] = model.outputs;
  const stacked = (of: 'alpha' | 'beta') => pythonMatrix(matrixOf(model.outputs.map((output) => output[of])));
  const sorted =
    levels > 1 ? [`OURS = np.sort(OURS.reshape(len(NEW), -1, ${levels}), axis=2).reshape(len(NEW), -1)`] : [];
  const terms = [
    ...(alpha.length > 0 ? [`kernel(NEW, ${points}) @ ALPHA`] : []),
    ...(beta.length > 0 ? [betaTerm(fit)] : []),
  ];
  return [
    '# The coefficients that Kernelscope found.',
    ...(alpha.length > 0 ? [`ALPHA = ${stacked('alpha')}`] : []),
    ...(beta.length > 0 ? [`BETA = ${stacked('beta')}`] : []),
    `OURS = ${terms.join(' + ')}`,
    ...sorted,
  ];
}

function betaTerm({ model }: RecordedFit): string {
  const { features, kept } = model;
  const last = features[features.length - 1];
  const free = model.rows.rows === 0 && last.kind === 'map' ? kept.filter((c) => c < features.length - 1) : kept;
  const constant = free.length === 1 && features[free[0]]?.kind === 'constant';
  const own = free.length === 0 ? [] : [constant ? 'BETA[:1]' : `unpenalised(NEW) @ BETA[:${free.length}]`];
  return [...own, ...(free.length < kept.length ? [`mapped(NEW) @ BETA[${free.length}:]`] : [])].join(' + ');
}

function oursComponents(fit: RecordedFit, points: string): string[] {
  const { components, rows } = fit.model;
  if (!components) throw lacking('components');
  return [
    '# The coefficients that Kernelscope found.',
    `COEFFICIENTS = ${pythonMatrix(components.coefficients)}`,
    `OURS = ${rows.rows > 0 ? `kernel(NEW, ${points})` : 'mapped(NEW)'} @ COEFFICIENTS - ${pythonVector(components.offset)}`,
  ];
}

function scoreCode({ model, record }: RecordedFit): string[] {
  if (model.quantiles) return [];
  if (model.classes)
    return [
      model.classes.levels.length === 2
        ? 'RIGHT = np.mean((PREDICTED > 0) == (OBSERVED > 0))'
        : 'RIGHT = np.mean(np.argmax(PREDICTED, axis=1) == np.argmax(OBSERVED, axis=1))',
      'print(f"{RIGHT:.1%} of {len(NEW):,} held-out rows are classified correctly by their largest score.")',
    ];
  return [
    `for name, error, spread in zip([${record.targets.map(pythonText).join(', ')}], np.mean((OBSERVED - PREDICTED) ** 2, axis=0), np.var(OBSERVED, axis=0)):`,
    '    print(f"{name!r}: RMSE {np.sqrt(error):.4g}, R2 {1 - error / spread:.4f} on {len(NEW):,} held-out rows.")',
  ];
}

/** A picture, where matplotlib is installed. */
export function pictureCode({ model, record }: RecordedFit): readonly string[] {
  const drawn = model.components
    ? [
        '    plt.plot(SCORES[:, 0], SCORES[:, min(1, SCORES.shape[1] - 1)], ".")',
        '    plt.xlabel("first component")',
        '    plt.ylabel("second component")',
      ]
    : record.heldOut
      ? [
          '    plt.plot(PREDICTED[:, 0], OBSERVED[:, 0], ".")',
          '    plt.axline((np.mean(OBSERVED[:, 0]),) * 2, slope=1)',
          '    plt.xlabel("predicted")',
          '    plt.ylabel("observed")',
        ]
      : ['    plt.plot(PREDICTED[:, 0], OURS[:, 0], ".")', '    plt.xlabel("here")', '    plt.ylabel("Kernelscope")'];
  return [
    'try:',
    '    import matplotlib.pyplot as plt',
    'except ImportError:',
    '    print("There is no picture: matplotlib is not installed.")',
    'else:',
    ...drawn,
    '    plt.show()',
  ];
}
