import type { ModelFormat } from '../engine/contract/exported';
import type { FitError, Model } from '../engine/contract/model';
import { steady } from '../engine/words/numbers';
import { type Exporter, textFile } from './exporter';

/** What a reader of an export should know of its model, by name, as far as the model keeps it. */
export function aboutModel({
  version,
  method,
  outputs,
  classes,
  transform,
  x,
  fitted,
  quality,
}: Model): Record<string, string> {
  const targets = fitted?.targets ?? (classes ? [classes.column] : [...new Set(outputs.map(({ name }) => name))]);
  const doubts = quality?.doubts?.map(({ text, bare }) => bare ?? text) ?? [];
  const said = {
    target: targets.join(', '),
    columns: transform.inputs.map(({ column }) => column).join(', '),
    method,
    file: fitted?.file.name ?? '',
    'training rows': String(fitted?.training.length ?? (x.rows || '')),
    error: (quality?.errors ?? []).map(errorText).join('; '),
    intervals: quality?.unreliableIntervals
      ? 'Do not rely on their width: they hold another share of held-out rows than 95 %.'
      : '',
    doubts: doubts.join(' '),
    kernelscope: version,
  };
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''));
}

function errorText({ target, rows, heldOut, rmse, r2, accuracy, logLoss }: FitError): string {
  const measures = Object.entries({ RMSE: rmse, 'R²': r2, accuracy, 'log loss': logLoss });
  const known = measures.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${steady(value)}`]));
  return `${target}: ${known.join(', ')} on ${rows} ${heldOut ? 'held-out rows' : 'training rows, each predicted by fits without it'}`;
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

/** README.md: how the files are used, and the model's card. */
export const readme: (format: ModelFormat) => Exporter =
  (format) =>
  (_, { model }) => {
    const plain = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
    const card = Object.entries(aboutModel(model)).map(([name, text]) => `- ${name}: ${plain(text)}\n`);
    return [
      textFile('README.md', `# A model exported by Kernelscope\n\n${USE[format]}\n\n## The model\n\n${card.join('')}`),
    ];
  };
