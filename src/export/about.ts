import type { NamedReading } from '../engine/contract/data';
import type { ModelFormat } from '../engine/contract/exported';
import type { Model } from '../engine/contract/model';
import { errorSentence, heldText } from '../engine/model/cardText';
import { daysOf, dialectText } from '../engine/words/dataWords';
import { markdownText } from '../engine/words/inertText';
import { isLogarithm } from '../engine/words/logarithmName';
import { quoted } from '../engine/words/sentence';
import { type Exporter, textFile } from './exporter';

/** Said of a target that is a natural logarithm. */
const LOGGED = ' (a natural logarithm: exp of a prediction is in the units of the file)';

/** The unit that the numbers of a column are in, where it has one. */
export const unitOf = (reading: NamedReading['reading']): string | undefined =>
  reading.kind === 'number' && reading.unit !== '1' ? reading.unit : undefined;

/** The facts about a model that a reader of an export should know, by name, as far as the model holds them. */
export function aboutModel(model: Model): Record<string, string> {
  const { version, method, outputs, classes, transform, x, fitted, quality, card, read } = model;
  const targets = fitted?.targets ?? (classes ? [classes.column] : [...new Set(outputs.map(({ name }) => name))]);
  const doubts = quality?.doubts?.map(({ text, bare }) => bare ?? text) ?? [];
  const units = (read.frozen?.columns ?? []).flatMap(({ name, reading }) => {
    if (reading.kind === 'date') return targets.includes(name) ? [`${name} in ${daysOf(reading)}`] : [];
    const unit = unitOf(reading);
    return unit ? [`${name} in ${unit}`] : [];
  });
  const logged = new Set(read.frozen?.columns.flatMap(({ name, reading }) => (isLogarithm(reading) ? [name] : [])));
  const unreliable = 'Do not rely on their width: they hold another share of held-out rows than 95 %.';
  const said = {
    target: targets.map((name) => `${name}${logged.has(name) ? LOGGED : ''}`).join(', '),
    columns: transform.inputs.map(({ column }) => (column.includes(',') ? quoted([column]) : column)).join(', '),
    units: units.join(', '),
    method,
    file: fitted?.file.name ?? '',
    reading: readingText(model),
    'training rows': String(fitted?.training.length ?? (x.rows || '')),
    fitted: card?.day ?? '',
    error: (quality?.errors ?? []).map((error) => `${error.target}: ${errorSentence(error, card)}`).join('; '),
    intervals: [
      ...targets.flatMap((name) =>
        heldText(model, name).map((text) => (targets.length > 1 ? `${name}: ${text}` : text)),
      ),
      ...(quality?.unreliableIntervals ? [unreliable] : []),
    ].join(' '),
    doubts: doubts.join(' '),
    kernelscope: version,
  };
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''));
}

/**
 * How the file was read, as new rows are too: "UTF-8, separated by commas, …; 3/4/2024 in "day" is in April; missing:
 * "NA"".
 */
function readingText({ fitted, read }: Model): string {
  if (!fitted) return '';
  const { dialect, columns } = fitted.file;
  const dates = (read.frozen?.columns ?? []).flatMap(({ name, reading }) => {
    if (reading.kind !== 'date' || reading.clock) return [];
    return `3/4/2024 in ${quoted([name])} is in ${reading.monthFirst ? 'March' : 'April'}${reading.guessed ? ', which is a guess' : ''}`;
  });
  const gaps = [...new Set(columns.flatMap((column) => column.gaps))].filter((text) => text !== '');
  return [
    dialectText(dialect),
    ...(dialect.decimal === '.' ? ['decimal point'] : []),
    ...dates,
    ...(gaps.length > 0 ? [`missing: ${quoted(gaps)}`] : []),
  ].join('; ');
}

const USE: Readonly<Record<ModelFormat, string>> = {
  python:
    '```\npip install -r requirements.txt\npython3 predict.py rows.csv > predictions.csv\n```\n\nor `from kernelscope_model import Model; Model().predict(frame)`.',
  javascript:
    "```js\nimport { COLUMNS, predict } from './model.js';\nconst [first] = predict([{ /* a value for each of COLUMNS */ }]);\n```",
  onnx: '```python\nimport onnxruntime\nsession = onnxruntime.InferenceSession("model.onnx")\nsession.run(["predicted"], inputs)  # inputs.json says what each is\n```',
  json: '`model.json` holds every number; its first member names the schema that describes them.',
  notebook: 'Open `fit.ipynb` beside the file that was fitted.',
  script: 'Run `python3 fit.py` beside the file that was fitted.',
  cell: 'Paste `cell.py` into a notebook beside the file that was fitted.',
};

/** README.md, how the files are used and the model's card, and the card alone as about.json. */
export const about: (format: ModelFormat) => Exporter =
  (format) =>
  (_, { model }) => {
    const card = aboutModel(model);
    const rows = Object.entries(card).map(([name, text]) => `- ${name}: ${markdownText(text)}\n`);
    return [
      textFile('README.md', `# A model exported by Kernelscope\n\n${USE[format]}\n\n## The model\n\n${rows.join('')}`),
      textFile('about.json', `${JSON.stringify(card, undefined, 1)}\n`),
    ];
  };
