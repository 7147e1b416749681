import type { FigureSpec } from '../../engine/contract/figure';
import { info } from '../../engine/fit/notes';
import { kappaOf } from '../../engine/spectrum/softThresholding';
import { count, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { inCases } from '../compared';
import { byName } from '../page';
import { chart, exactAxis, linearAxis, plottedLine, points } from '../plot';
import { averaged, shareExplained } from '../statistics';
import { study } from '../study';
import page6 from './fig6.json';
import page7 from './fig7.json';
import {
  drawnShares,
  factorThrough,
  learningFactor,
  MODES,
  meanShares,
  type NamedSpectrum,
  predictedShares,
  type ShownSpectra,
  spectraShown,
} from './residualShares';

const SHOWN = 1000;

/** The names as the pages list them. */
const namesOf = (spectra: readonly NamedSpectrum[]) => spectra.map(({ name }) => name).join('; ');

type Cell = ReturnType<typeof cellsOf>[number];

/** For each spectrum the mean shares over draws, their factor with its standard error, and the predictions of both. */
function cellsOf({ named, wanted }: ShownSpectra, k: number, draws: readonly (readonly Float64Array[])[]) {
  const means = meanShares(draws);
  return named.map((spectrum, s) => {
    const predicted = predictedShares(spectrum.lambdas, kappaOf(spectrum.lambdas, k), wanted);
    const theory = learningFactor(spectrum.lambdas, k);
    const slopes = averaged(draws.map((shares) => factorThrough(predicted, shares[s])));
    return { spectrum, k, shares: means[s], predicted, factor: slopes.mean, error: slopes.error, theory };
  });
}

export const ckrrFig6 = study({
  page: page6,
  sizes: {
    modes: [MODES, 2000, 200],
    counts: [
      [10, 100, 200, 300],
      [10, 50, 100],
      [10, 20],
    ],
  },
  repetitions: [50, 5, 2],
  prepare: ({ size }) => spectraShown(size.modes, SHOWN),
  axes: ({ size, repetitions }) => ({ k: size.counts, repetition: repetitions }),
  work: ({ k }) => k,
  stage: ({ k, repetition }, { repetitions }) => `k = ${k}, draw ${repetition + 1} of ${repetitions.length}`,
  measure: ({ k }, run) => drawnShares(run.given, k, run),
  report(measurements, { size: { counts }, given }) {
    const { named, wanted } = given;
    const cells = counts.flatMap((k) => cellsOf(given, k, measurements.at({ k })));
    const worst = Math.max(...cells.map(({ factor, theory }) => Math.abs(factor / theory - 1)));
    return {
      finding: told`Eigenvalues above κ are suppressed and those below multiplied by one factor, which is **k/(k − Σ Lᵢ²)** within ${Math.max(1, Math.round(100 * worst))}\u202f% in every panel.`,
      numbers: byName(cells, ({ spectrum, k, factor, theory }) => ({
        [`c, ${spectrum.name}, k = ${k} (eigenlearning: ${plain(theory, 4)})`]: factor,
      })),
      // The first mode of k = 10 may keep a share.
      claims: {
        plateau: inCases(cells, ({ spectrum, k, shares, factor }) => {
          const last = plateau(shares);
          const holds = shares[0] < 0.25 * last && Math.abs(last - factor) < 0.15 * factor;
          return [`${spectrum.name}, k = ${k}`, holds];
        }),
      },
      values: { spectra: namesOf(named), wanted },
      figures: cells.map(panel),
    };
  },
});

/** Mean of the last tenth of the modes. */
function plateau(shares: Float64Array): number {
  const last = shares.subarray(Math.floor(0.9 * shares.length));
  return last.reduce((sum, v) => sum + v / last.length, 0);
}

function panel({ spectrum, k, shares, predicted, factor }: Cell, index: number): FigureSpec {
  const places = Float64Array.from(shares, (_, i) => i + 1);
  return chart({
    id: `ckrr-fig6-${(index % 4) + 1}-k${k}`,
    title: `${spectrum.name}, k = ${k}`,
    sentence: told`The eigenvalues of the residual kernel are **${plain(factor, 3)} times** κ²/(λ + κ)² of the kernel’s own at k = ${k}.`,
    x: exactAxis('eigenvalue i', 1, places.length, 'count'),
    y: linearAxis('μᵢ/λᵢ', shares, [0]),
    series: [
      points('main', 'simulated', places, shares),
      plottedLine(
        'reference',
        'c·κ²/(λᵢ + κ)²',
        places,
        predicted.map((v) => factor * v),
      ),
    ],
  });
}

const WANTED = 1000;

const slow = (modes: number) => Float64Array.from({ length: modes }, (_, i) => (i + 1) ** -1.1);

export const ckrrFig7 = study({
  page: page7,
  sizes: { modes: [MODES, MODES, 1000], many: [1_000_000, 1_000_000, 2000], k: [300, 300, 20] },
  repetitions: [50, 3, 2],
  prepare: ({ size }) => spectraShown(size.modes, WANTED),
  axes: ({ repetitions }) => ({ repetition: repetitions }),
  stage: ({ repetition }, { repetitions, size: { k } }) => `k = ${k}, draw ${repetition + 1} of ${repetitions.length}`,
  measure: (_, run) => drawnShares(run.given, run.size.k, run),
  report(measurements, { given, size: { modes, many, k } }) {
    const { named, wanted } = given;
    const panels = cellsOf(given, k, measurements.at({}));
    return {
      finding: told`The points lie on lines through the origin with slopes **${panels.map(({ factor }) => plain(factor)).join(', ')}**; eigenlearning’s k/(k − Σ Lᵢ²) predicts ${panels.map(({ theory }) => plain(theory)).join(', ')}.`,
      numbers: byName(panels, ({ spectrum: { name, printed }, factor: mean, error }) => ({
        [`c, ${name}`]: [{ mean, error }, printed],
      })),
      claims: { line: inCases(panels, (panel) => [panel.spectrum.name, scatterExplained(panel) > 0.95]) },
      values: { spectra: namesOf(named), fewest: named[3].lambdas.length, wanted },
      figures: panels.map(lineFigure),
      notes: [
        info(
          'reproduction/finite-spectrum',
          `For λᵢ = i^(−1.1) the sum over all modes converges slowly: with ${count(many)} modes eigenlearning’s factor at k = ${k} is ${plain(learningFactor(slow(many), k), 3)}, with ${count(modes)} it is ${plain(panels[2].theory, 3)}; it tends to a = 1.1 as the modes go on.`,
        ),
      ],
    };
  },
});

function lineFigure({ spectrum, k, predicted, shares, factor, theory }: Cell, i: number): FigureSpec {
  return chart({
    id: `ckrr-fig7-${i + 1}`,
    title: `${spectrum.name}, k = ${k}`,
    sentence: told`Slope **${plain(factor)}**; eigenlearning predicts ${plain(theory, 3)}.`,
    x: linearAxis('κ²/(λᵢ + κ)²', predicted, [0]),
    y: linearAxis('μᵢ/λᵢ', shares, [0]),
    series: [
      points('main', 'simulated', predicted, shares),
      plottedLine('fitted', 'c·κ²/(λᵢ + κ)²', [0, 1], [0, factor], 'fit'),
    ],
  });
}

/** The fraction of the scatter that c·predicted explains. */
const scatterExplained = ({ predicted, shares, factor }: Cell): number =>
  shareExplained(
    shares,
    predicted.map((v) => factor * v),
  );
