import type { TransformInput } from '../../engine/contract/data';
import { KernelscopeError } from '../../engine/contract/failure';
import { noOfGaps } from '../../engine/words/dataWords';
import { baseName } from '../../engine/words/fileName';
import { inFile, isLogarithm } from '../../engine/words/logarithmName';
import { type Exporter, textFile } from '../exporter';
import { parameterOf, type RecordedFit, solvedNumbers } from './fit';
import { pythonList, pythonText } from './literals';
import { columnsNamed, frozenOf, isNumeric } from './reading';
import { recordedFit } from './sheetOf';
import { shortNumber, sklearnKernel } from './sklearnKernel';
import { isWeighted } from './targets';

/** A part of the encoding: its line in a ColumnTransformer, and the encoded columns of the model (0-based) that it makes again. */
interface Encoder {
  readonly line: string;
  readonly columns: readonly number[];
}

/** The last step of the pipeline, and its imports from scikit-learn, by module. */
interface Estimator {
  readonly steps: readonly string[];
  readonly imports: Readonly<Record<string, readonly string[]>>;
}

/**
 * A short cell of scikit-learn with the kernel, the scales and the strength that were chosen, to be read, changed and cross-validated. It encodes
 * as scikit-learn does, so its numbers are near those of the fit and not the same. Throws `parameter/invalid` where scikit-learn lacks the method.
 */
export const cell: Exporter = (model, { model: { fitted }, variable }) => {
  const fit = asWritten(recordedFit(model, fitted, 'parquet'));
  return [textFile('cell.py', `${withVariable(cellCode(fit, variable !== undefined), variable).join('\n')}\n`)];
};

/** With the names of the file, also of columns whose logarithm is read. */
function asWritten({ model, record, ...fit }: RecordedFit): RecordedFit {
  const { frozen } = model.read;
  const read = frozen?.columns ?? [];
  const named = (name: string) => inFile(read.find((column) => column.name === name) ?? { name });
  return {
    ...fit,
    model: {
      ...model,
      read: {
        ...model.read,
        ...(frozen && { frozen: { ...frozen, columns: read.map((column) => ({ ...column, name: inFile(column) })) } }),
      },
    },
    record: {
      ...record,
      targets: record.targets.map(named),
      file: { ...record.file, columns: record.file.columns.map((column) => ({ ...column, name: named(column.name) })) },
    },
  };
}

/** Stands for the variable with the table, which may have the name of one of the cell's own. */
const VARIABLE = '\0';

/** The variable of the person keeps its name: a variable of the cell with the same name gets another. */
function withVariable(code: readonly string[], variable = ''): readonly string[] {
  if (variable === '') return code;
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(variable))
    throw new KernelscopeError('parameter/invalid', 'The variable is no name of Python.', { name: 'variable' });
  const own = new RegExp(`((?<!f)"(?:[^"\\\\]|\\\\.)*")|(?<![\\p{L}\\p{N}_.])${variable}(?![\\p{L}\\p{N}_=])`, 'gu');
  const taken = code.some((line) => line.startsWith(`${variable} = `));
  const apart = (line: string) => line.replace(own, (_, text?: string) => text ?? `${variable}_`);
  return code.map((line) => (taken ? apart(line) : line).replaceAll(VARIABLE, variable));
}

/** A notebook reads only text. */
function refused(text: string, { file }: RecordedFit['record']): KernelscopeError {
  const as =
    file.dialect.format === undefined ? 'notebook, which repeats every fit' : 'python, which predicts the same';
  return new KernelscopeError('parameter/invalid', `${text} Export it as ${as}.`, { name: 'as' });
}

function cellCode(fit: RecordedFit, ofVariable: boolean): string[] {
  const { record, model } = fit;
  if (record.targets.length === 0)
    throw refused('A cell predicts a target, and principal components have none.', record);
  if (record.targets.length > 1)
    throw refused(`A cell has one target, and this fit has ${record.targets.length}.`, record);
  const [target] = record.targets;
  if (!model.classes && columnsNamed(fit, target)[0].kind === 'date')
    throw refused('The target is a date, and a cell predicts numbers and classes.', record);
  const { encoders, dates } = encodersOf(model.inputs);
  if (encoders.length === 0) throw refused('All columns of this fit are dates, which a cell does not encode.', record);
  const { steps, imports } = estimatorOf(fit, encoders);
  const scaled = model.encoded.scale.some((scale) => scale !== 1);
  const used = { ...IMPORTS, ...imports };
  const code = [
    'table = table.dropna(subset=[target])',
    ...targetLines(fit),
    'encode = make_pipeline(',
    '    ColumnTransformer(',
    '        [',
    ...encoders.map(({ line }) => `            ${line},`),
    '        ]',
    '    ),',
    ...(scaled ? ['    StandardScaler(),'] : []),
    ')',
    ...steps,
    'folds = KFold(10, shuffle=True, random_state=0)',
    ...scoreLines(fit),
    'model.fit(table, y)',
  ];
  const text = code.join('\n');
  return [
    ...heading(fit, dates),
    'import numpy as np',
    'import pandas as pd',
    ...Object.entries(used).flatMap(([module, names]) => {
      const called = names.filter((name) => new RegExp(`\\b${name}\\(`).test(text));
      return called.length > 0 ? [`from sklearn.${module} import ${called.join(', ')}`] : [];
    }),
    '',
    `target = ${pythonText(target)}`,
    ...(ofVariable || fit.record.file.dialect.format !== undefined ? frameLines(fit, ofVariable) : tableLines(fit)),
    ...code,
  ];
}

const IMPORTS: Estimator['imports'] = {
  compose: ['ColumnTransformer'],
  impute: ['MissingIndicator', 'SimpleImputer'],
  metrics: ['make_scorer'],
  model_selection: ['KFold', 'cross_val_score'],
  pipeline: ['make_pipeline'],
  preprocessing: ['FunctionTransformer', 'OneHotEncoder', 'StandardScaler'],
};

function heading(fit: RecordedFit, dates: readonly string[]): string[] {
  const left = [
    ...(dates.length > 0 ? [`${dates.map(pythonText).join(', ')} (dates)`] : []),
    ...(isWeighted(fit) ? ['the weights of rows'] : []),
  ];
  return [
    `# ${fit.method}, with the kernel, length scales and strength that Kernelscope chose, to be changed and cross-validated.`,
    "# Columns are encoded by scikit-learn, so numbers are near Kernelscope's and not the same: the export as notebook repeats those.",
    ...(left.length > 0 ? [`# Left out: ${left.join('; ')}.`] : []),
  ];
}

/**
 * The columns that take part, of a variable of a notebook or of a Parquet file. Levels become texts, integers without a
 * decimal point.
 */
function frameLines(fit: RecordedFit, ofVariable: boolean): string[] {
  const { name: file, columns } = fit.record.file;
  const named = (which: typeof columns) => pythonList(which.map(({ name }) => pythonText(name)));
  const texts = columns.filter(({ kind, name }) => isText(fit, kind, name));
  // Labels of pandas may be numbers or lists of texts, where a file has names.
  const plain = columns.every(({ name }) => /^[\p{L}_]/u.test(name) && !name.includes(' / '));
  return [
    ofVariable
      ? `frame = (${VARIABLE} if isinstance(${VARIABLE}, pd.DataFrame) else ${VARIABLE}.to_pandas()).reset_index()`
      : `frame = pd.read_parquet(${pythonText(baseName(file))}).reset_index()`,
    ...(plain
      ? []
      : [
          'labels = [label if isinstance(label, tuple) else (label,) for label in frame.columns]',
          'frame.columns = [" / ".join(str(part) for part in label if str(part)) for label in labels]',
        ]),
    `table = frame[${named([...columns].sort((a, b) => a.index - b.index))}].copy()`,
    ...(texts.length > 0
      ? [
          `texts = table[${named(texts)}]`,
          'table[texts.columns] = texts.convert_dtypes().astype("string").astype(object).where(texts.notna(), np.nan)',
        ]
      : []),
  ];
}

/** Reads the columns that take part. Texts of levels stay texts. */
function tableLines(fit: RecordedFit): string[] {
  const { file, targets } = fit.record;
  const { dialect, columns, firstLine } = file;
  // pandas finds names where they are the first line and the rows follow; elsewhere they may have a line of units below, or several lines.
  const named = columns.every(({ name }) => name !== '' && !/^c\d+$| \(\d+\)$/.test(name));
  const plain = dialect.header && firstLine === 2 && named;
  const sorted = [...columns].sort((a, b) => a.index - b.index);
  // It counts a line with line ends within quotes once.
  const quoted = columns.reduce((sum, { name }) => sum + name.split('\n').length - 1, 0);
  const skipped = plain ? 0 : firstLine - 1 - quoted;
  const texts = columns.filter(({ kind, name }) => isText(fit, kind, name)).map(({ name }) => pythonText(name));
  const gaps = [...new Set(columns.flatMap(({ gaps: all }) => all))].filter((gap) => gap !== '');
  const options = [
    ...(dialect.delimiter === ','
      ? []
      : [`sep=${dialect.delimiter === ' ' ? 'r"\\s+"' : pythonText(dialect.delimiter)}`]),
    ...(dialect.decimal === '.' ? [] : [`decimal=${pythonText(dialect.decimal)}`]),
    ...(dialect.thousands === '' ? [] : [`thousands=${pythonText(dialect.thousands)}`]),
    ...(dialect.encoding === 'utf-8' ? [] : [`encoding=${pythonText(dialect.encoding)}`]),
    ...(skipped > 0 ? [`skiprows=${skipped}`] : []),
    ...(plain
      ? []
      : [
          'header=None',
          `usecols=${pythonList(sorted.map(({ index }) => String(index)))}`,
          `names=${pythonList(sorted.map(({ name }) => pythonText(name)))}`,
        ]),
    ...(gaps.length > 0 ? [`na_values=${pythonList(gaps.map(pythonText))}`] : []),
    ...(texts.length > 0 ? [`dtype=dict.fromkeys(${pythonList(texts)}, str)`] : []),
  ];
  const numbers = (fit.model.read.frozen?.columns ?? []).flatMap(({ name, reading }) =>
    reading.kind === 'number' && (targets.includes(name) || isInput(fit, name)) ? [{ name, ...reading }] : [],
  );
  const units = numbers.flatMap(({ name, unit, scaled, duration }) =>
    unit === undefined || duration || scaled ? [] : [`${pythonText(name)}: ${pythonText(unit)}`],
  );
  return [
    `table = pd.read_csv(${[pythonText(baseName(file.name)), ...options].join(', ')})`,
    ...(units.length > 0
      ? [
          `for name, unit in {${units.join(', ')}}.items():`,
          '    table[name] = pd.to_numeric(table[name].astype(str).str.replace(unit, "").str.replace(",", ""), errors="coerce")',
        ]
      : []),
    ...numbers.flatMap(({ name, duration }) => {
      if (!duration) return [];
      const column = `table[${pythonText(name)}]`;
      const whole = duration === 'h:m' ? `${column} + ":00"` : `"00:" + ${column}`;
      return `${column} = pd.to_timedelta(${column}.where(${column}.str.count(":") != 1, ${whole}), errors="coerce").dt.total_seconds()`;
    }),
  ];
}

const isInput = ({ model }: RecordedFit, name: string) => model.inputs.some(({ column }) => column === name);

/** True when the cells of a column are kept as they are written. */
function isText({ model, record }: RecordedFit, kind: string, name: string): boolean {
  if (record.targets.includes(name)) return model.classes !== undefined;
  const input = model.inputs.find(({ column }) => column === name);
  return input?.kind === 'category' || (input?.kind === 'boolean' && kind === 'boolean');
}

/** y: numbers; two classes as 1 and −1, more of them a column each. */
function targetLines(fit: RecordedFit): string[] {
  const { classes } = fit.model;
  if (!classes)
    return [
      'y = pd.to_numeric(table[target], errors="coerce")',
      ...(isLogarithm(frozenOf(fit, fit.record.targets[0])) ? ['y = np.log(y.where(y > 0))'] : []),
      'table, y = table[y.notna()], y[y.notna()]',
    ];
  const [{ kind }] = columnsNamed(fit, classes.column);
  const cells = `table[target].str.strip()${kind === 'boolean' ? '.str.lower()' : ''}`;
  const spelt = classes.levels.map((level) => pythonText(kind === 'boolean' ? level.toLowerCase() : level));
  const numeric = kind === 'number' || classes.levels.every(isNumeric);
  const texts = numeric ? `pd.to_numeric(${cells}).map("{:g}".format)` : cells;
  return classes.levels.length === 2
    ? [`y = np.where(${texts} == ${spelt[1]}, 1.0, -1.0)  # ${classes.levels.length} classes`]
    : [`y = (${texts}.to_numpy()[:, None] == np.array(${pythonList(spelt)})).astype(float)`];
}

function scoreLines({ model: { classes } }: RecordedFit): string[] {
  if (!classes)
    return [
      'errors = -cross_val_score(model, table, y, cv=folds, scoring="neg_root_mean_squared_error")',
      'print(f"RMSE {errors.mean():.4g} +/- {errors.std() / np.sqrt(10):.2g} over ten folds")',
    ];
  const right =
    classes.levels.length === 2
      ? 'lambda y, of: np.mean((y > 0) == (of > 0))'
      : 'lambda y, of: np.mean(np.argmax(y, axis=1) == np.argmax(of, axis=1))';
  return [
    `right = cross_val_score(model, table, y, cv=folds, scoring=make_scorer(${right}))`,
    'print(f"right {100 * right.mean():.3g} % +/- {100 * right.std() / np.sqrt(10):.2g} over ten folds")',
  ];
}

/** The encoders that turn columns into numbers, and the names of the columns that are left out. */
function encodersOf(inputs: readonly TransformInput[]): { encoders: readonly Encoder[]; dates: readonly string[] } {
  const numbers: [name: string, column: number][] = [];
  const ticks: typeof numbers = [];
  const gaps: [name: string, column: number][] = [];
  const others: Encoder[] = [];
  const dates: string[] = [];
  let at = 0;
  for (const [i, input] of inputs.entries()) {
    const from = at;
    // Names of columns may be those of scikit-learn's own parameters, or hold its "__".
    const step = `"column ${i + 1}"`;
    at += widthOf(input);
    const name = pythonText(input.column);
    if (input.kind === 'date') dates.push(input.column);
    else if (input.kind === 'category') others.push(levelsEncoder(step, input, from));
    else {
      const no = noOfGaps(input);
      if (input.kind === 'number' || input.words === undefined) (no === undefined ? numbers : ticks).push([name, from]);
      else others.push(truthEncoder(step, name, input.words, from, no));
      if (input.missingLevel) gaps.push([name, from + 1]);
    }
  }
  const of = (line: (names: string) => string, columns: typeof numbers): Encoder[] =>
    columns.length > 0
      ? [{ line: line(pythonList(columns.map(([name]) => name))), columns: columns.map(([, column]) => column) }]
      : [];
  return {
    encoders: [
      ...of((names) => `("numbers", SimpleImputer(), ${names})`, numbers),
      ...of((names) => `("ticks", SimpleImputer(strategy="constant", fill_value=0), ${names})`, ticks),
      ...of((names) => `("gaps", MissingIndicator(features="all"), ${names})`, gaps),
      ...others,
    ],
    dates,
  };
}

/** Encoded columns of an input (encodeRows.ts). */
function widthOf(input: TransformInput): number {
  const missing = input.missingLevel ? 1 : 0;
  if (input.kind === 'category') return input.levels.length + (input.otherLevel ? 1 : 0) + missing;
  return (input.kind === 'date' ? datesWidth(input.parts) : 1) + missing;
}

const datesWidth = (parts: readonly string[] = ['trend']) =>
  parts.reduce((sum, part) => sum + (part === 'trend' ? 1 : 2), 0);

function levelsEncoder(step: string, input: TransformInput & { kind: 'category' }, from: number): Encoder {
  const { column, levels, otherLevel, missingLevel } = input;
  const known = missingLevel ? [...levels, GAP] : levels;
  const list = `categories=[${pythonList(known.map(pythonText))}]`;
  const encoder = `OneHotEncoder(${list}, handle_unknown="ignore", sparse_output=False)`;
  const name = pythonText(column);
  const filled = `make_pipeline(SimpleImputer(strategy="constant", fill_value=${pythonText(GAP)}), ${encoder})`;
  return {
    line: `(${step}, ${filled}, [${name}])`,
    columns: known.map((_, i) => from + (i < levels.length ? i : i + (otherLevel ? 1 : 0))),
  };
}

/** The level of cells without a value. */
const GAP = '(missing)';

function truthEncoder(
  step: string,
  name: string,
  words: readonly [string, string],
  from: number,
  no: string | undefined,
): Encoder {
  const lower = 'FunctionTransformer(lambda cells: cells.apply(lambda column: column.str.strip().str.lower()))';
  const encoder = `OneHotEncoder(categories=[${pythonList(words.map((word) => pythonText(word.toLowerCase())))}], drop="first", handle_unknown="ignore", sparse_output=False)`;
  const fill = no === undefined ? '"most_frequent"' : `"constant", fill_value=${pythonText(no.toLowerCase())}`;
  const filled = `SimpleImputer(strategy=${fill})`;
  return { line: `(${step}, make_pipeline(${lower}, ${filled}, ${encoder}), [${name}])`, columns: [from] };
}

/** The methods that scikit-learn has as an estimator of rows. */
const ESTIMATORS: Readonly<Record<string, (fit: RecordedFit, order: readonly number[]) => Estimator>> = {
  krr: gaussianProcess,
  svr: supportVectors,
  'nystrom-ridge': (fit, order) => onFeatures(fit, order, 'Nystroem(kernel="rbf", ', fit.model.rows.rows),
  'rf-ridge': (fit, order) => onFeatures(fit, order, 'RBFSampler(', Number(parameterOf(fit, 'features'))),
};

function estimatorOf(fit: RecordedFit, encoders: readonly Encoder[]): Estimator {
  if (!Object.hasOwn(ESTIMATORS, fit.method))
    throw refused(`scikit-learn has no estimator of ${fit.method}.`, fit.record);
  const { features } = fit.model;
  if (features.some(({ kind }) => kind === 'monomial'))
    throw refused('scikit-learn has no unpenalised terms beside a kernel.', fit.record);
  return ESTIMATORS[fit.method](
    fit,
    encoders.flatMap(({ columns }) => columns),
  );
}

const KERNELS = 'gaussian_process.kernels';

function kernelOf(fit: RecordedFit, order: readonly number[]): { kernel: string; imports: Estimator['imports'] } {
  const used = new Set<string>();
  const kernel = sklearnKernel(fit.model.kernel, order, used);
  if (kernel === undefined) throw refused('scikit-learn has no such kernel.', fit.record);
  return { kernel, imports: { [KERNELS]: [...used].sort() } };
}

/** n·lambda of a fit that is nothing but ridge. */
function totalRidge({ record }: RecordedFit): string {
  const [{ filter, rank }] = record.solved;
  if (filter?.kind !== 'zones' || filter.k > 0 || (rank !== undefined && filter.r < rank))
    throw refused('scikit-learn has ridge, but no directions that are not shrunk or not used.', record);
  return shortNumber(record.training.length * filter.lambda);
}

/** Kernel ridge regression is the mean of a Gaussian process with noise n·lambda, whose kernels have a length scale for each column. */
function gaussianProcess(fit: RecordedFit, order: readonly number[]): Estimator {
  const { kernel, imports } = kernelOf(fit, order);
  const normal = fit.model.kept.length > 0 ? ', normalize_y=True' : '';
  return {
    imports: { gaussian_process: ['GaussianProcessRegressor'], ...imports },
    steps: [
      `kernel = ${kernel}`,
      `model = make_pipeline(encode, GaussianProcessRegressor(kernel, alpha=${totalRidge(fit)}, optimizer=None${normal}))`,
    ],
  };
}

function supportVectors(fit: RecordedFit, order: readonly number[]): Estimator {
  const { kernel, imports } = kernelOf(fit, order);
  const [[strength], [epsilon]] = [solvedNumbers(fit, 'strength'), solvedNumbers(fit, 'epsilon')];
  const cost = shortNumber(1 / (fit.record.training.length * strength));
  return {
    imports: { ...imports, svm: ['SVR'] },
    steps: [
      `kernel = ${kernel}`,
      `model = make_pipeline(encode, SVR(kernel=kernel, C=${cost}, epsilon=${shortNumber(epsilon)}))`,
    ],
  };
}

/** Ridge on the same number of landmarks or random features, which scikit-learn draws anew. */
function onFeatures(fit: RecordedFit, order: readonly number[], drawn: string, count: number): Estimator {
  const { kernel } = fit.model;
  if (kernel.kind !== 'leaf' || kernel.function !== 'gaussian' || kernel.columns !== undefined)
    throw refused(
      'Features of scikit-learn know the Gaussian kernel of all columns alone, and this fit has another.',
      fit.record,
    );
  const { lengthScale } = kernel;
  const lengths = order.map((column) => lengthScale[lengthScale.length > 1 ? column : 0]);
  const single = lengths.every((length) => length === lengths[0]);
  const divided = single ? shortNumber(lengths[0]) : pythonList(lengths.map(shortNumber));
  return {
    imports: { kernel_approximation: ['Nystroem', 'RBFSampler'], linear_model: ['Ridge'] },
    steps: [
      `scales = FunctionTransformer(lambda rows: rows / ${single ? divided : `np.array(${divided})`})`,
      `features = ${drawn}gamma=0.5, n_components=${count}, random_state=0)`,
      `model = make_pipeline(encode, scales, features, Ridge(alpha=${totalRidge(fit)}))`,
    ],
  };
}
