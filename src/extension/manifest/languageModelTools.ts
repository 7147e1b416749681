import { fitProperties } from '../../choices/fitProperties';
import type { MethodSpec } from '../../engine/contract/method';
import type { Json } from '../../engine/contract/schema';
import { TOOL } from '../ids';

type Text = (key: string, words: string) => string;

interface ToolEntry {
  /** After "#" in a prompt. */
  readonly reference: string;
  readonly title: string;
  /** For the person who picks tools. */
  readonly user: string;
  /** For the model: what it gets, and when to call it. */
  readonly model: string;
  readonly inputSchema: Json;
}

/** What package.json says of the tools that language models can call. */
export function languageModelTools(methods: readonly MethodSpec[], text: Text): readonly Json[] {
  return Object.entries(toolsOf(methods)).map(([id, { reference, title, user, model, inputSchema }]) => {
    const name = TOOL[id as keyof typeof TOOL];
    return {
      name,
      displayName: text(`tool.${id}`, title),
      userDescription: text(`tool.${id}.user`, user),
      modelDescription: model,
      toolReferenceName: reference,
      canBeReferencedInPrompt: true,
      icon: '$(graph-scatter)',
      tags: ['csv', 'machine-learning', 'regression'],
      inputSchema,
    };
  });
}

function toolsOf(methods: readonly MethodSpec[]): Readonly<Record<keyof typeof TOOL, ToolEntry>> {
  const file = {
    type: 'string',
    description: 'Path of a CSV or other delimited text file inside a workspace folder, relative to it.',
  };
  const fit = fitProperties(methods);
  const { target, features, design } = fit;
  return {
    inspect: {
      reference: 'kernelscopeInspect',
      title: 'Inspect a Table',
      user: 'Columns of a CSV file: kinds, ranges, gaps and the column to predict.',
      model:
        'Reads a CSV or other delimited text file and returns its size, its columns with kind, range and missing cells, warnings, and the column a fit would predict. Never returns cells. Call it before a fit when the columns are not known.',
      inputSchema: { type: 'object', properties: { file }, required: ['file'] },
    },
    fit: {
      reference: 'kernelscopeFit',
      title: 'Fit a Table',
      user: 'Fits a kernel method to a CSV file, says how good it is and keeps the run.',
      model:
        'Fits a kernel method to a column of a CSV file (regression, classification, quantiles, outliers) or finds principal components, tests it on held-out rows and stores the run. Returns a verdict, key numbers with 95 % intervals, warnings, next steps and the id of the run. The kernel and its parameters are chosen by a comparison on the training rows unless set.',
      inputSchema: {
        type: 'object',
        properties: { file, ...fit },
        required: ['file'],
      },
    },
    compare: {
      reference: 'kernelscopeCompare',
      title: 'Compare Kernels on a Table',
      user: 'Compares kernels and baselines on the same folds of a CSV file.',
      model:
        'Compares kernels and baselines (mean, best single column, straight line) for a column of a CSV file on the same folds of the training rows, and returns the error of each with its 95 % interval and its difference from the best one. Stores nothing; a fit makes this comparison by itself.',
      inputSchema: { type: 'object', properties: { file, target, features, design }, required: ['file', 'target'] },
    },
    explain: {
      reference: 'kernelscopeExplain',
      title: 'Explain a Run',
      user: 'Which columns matter to a stored run, where it fails and what to try next.',
      model:
        'Explains a run that kernelscope_fit or a person stored: which columns matter on held-out rows, which rows do not fit and what they have in common, warnings, and what to try next. Stores nothing.',
      inputSchema: {
        type: 'object',
        properties: { run: { type: 'string', description: 'Id of the run. Left out: the newest one.' } },
      },
    },
  };
}
