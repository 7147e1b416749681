import type { SAMPLES } from '../../webview/start/samples';
import { COMMAND, CONTEXT, PANEL } from '../ids';

interface WalkthroughStep {
  readonly id: 'open' | 'judge' | 'improve' | 'use';
  readonly title: string;
  readonly text: string;
  /** Buttons below the text. */
  readonly buttons: readonly (readonly [label: string, command: string, argument?: string])[];
  /** A file in media/, drawn from fits of the samples by scripts/startPictures.mjs; its colours follow the theme. */
  readonly picture: `start-${string}.svg`;
  readonly alt: string;
  /** The step is done once this `when` clause holds. */
  readonly done: string;
}

const SEEN: keyof typeof SAMPLES = 'fan-noise';

/** VS Code opens it by itself after an installation, if the person allows it; "Get Started" opens it at any time. */
export const WALKTHROUGH_STEPS: readonly WalkthroughStep[] = [
  {
    id: 'open',
    title: 'Fit a column of a CSV file',
    text: 'Choose a file and the column to predict; gaps, categories and columns that cannot help are found for you. Or open a sample, which is fitted at once. Everything is computed on this computer.',
    buttons: [
      ['See a Finished Fit', COMMAND.openSample, SEEN],
      ['All Samples', COMMAND.openSample],
      ['Choose a CSV File', COMMAND.fit],
    ],
    picture: 'start-outliers.svg',
    alt: 'Water levels over the days of a year, a curve through them, and rings around bad readings far above it',
    done: CONTEXT.hasRuns,
  },
  {
    id: 'judge',
    title: 'Read the answer',
    text: 'The first line says how far new rows are missed, measured on rows no fit has seen, beside the mean and a straight line. Any word you do not know explains itself when you point at it, or after the ? key.',
    buttons: [['Open a Run', COMMAND.openRun]],
    picture: 'start-fit.svg',
    alt: 'Observed over predicted sound levels of held-out rows, close to the diagonal',
    done: `activeWebviewPanelId == '${PANEL.results}'`,
  },
  {
    id: 'improve',
    title: 'Compare and improve',
    text: 'Other kernels have run on the same rows: click one to see its fit. Look at the rows that do not fit, drag a slider and press Use this, or put runs side by side. Each run is kept.',
    buttons: [
      ['Compare Kernels', COMMAND.compare],
      ['Fit with Other Settings', COMMAND.settings],
    ],
    picture: 'start-compare.svg',
    alt: 'Errors of eleven kernels and baselines with their intervals, one below the other',
    done: CONTEXT.improved,
  },
  {
    id: 'use',
    title: 'Use the model',
    text: 'Predict the rows of another file with 95 % intervals, export the model to numpy, or hand over a report as one HTML file.',
    buttons: [
      ['Predict Rows', COMMAND.predict],
      ['Save a Report', COMMAND.report],
      ['Export the Model', COMMAND.exportModel],
    ],
    picture: 'start-predict.svg',
    alt: 'A damped wave with its 95 % interval as a band',
    done: CONTEXT.used,
  },
];

/** A line that is a link becomes a button. */
export const stepText = ({ text, buttons }: WalkthroughStep): string =>
  [
    text,
    ...buttons.map(([label, command, argument]) => {
      const given = argument === undefined ? '' : `?${encodeURIComponent(JSON.stringify([argument]))}`;
      return `[${label}](command:${command}${given})`;
    }),
  ].join('\n');
