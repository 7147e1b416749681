import type { Sentence } from '../../engine/contract/figure';
import { kappaOf } from '../../engine/spectrum/softThresholding';
import { plain } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { byPaperIf, type Setting } from '../settings';

/** The four spectra of CKRR appendix F. */
export interface NamedSpectrum {
  readonly name: string;
  readonly lambdas: Float64Array;
  /** a of lambda_i = i^-a. */
  readonly power?: number;
}

/** Modes, as in the authors' program; the exponential spectrum is below 10^-43 after a thousand. */
export const MODES = 10_000;
const EXPONENTIAL_MODES = 1000;

function spectra(modes: number): NamedSpectrum[] {
  const powerLaw = (power: number): NamedSpectrum => ({
    name: `λᵢ = i^(−${power})`,
    lambdas: Float64Array.from({ length: modes }, (_, i) => (i + 1) ** -power),
    power,
  });
  return [
    powerLaw(4),
    powerLaw(2),
    powerLaw(1.1),
    {
      name: 'λᵢ = e^(−0.1i)',
      lambdas: Float64Array.from({ length: Math.min(modes, EXPONENTIAL_MODES) }, (_, i) => Math.exp(-0.1 * (i + 1))),
    },
  ];
}

/** The spectra, and how many of their first modes can be shown of each, `most` at most. */
export interface ShownSpectra {
  readonly named: readonly NamedSpectrum[];
  readonly wanted: number;
}

export function spectraShown(modes: number, most: number): ShownSpectra {
  const named = spectra(modes);
  return { named, wanted: Math.min(most, ...named.map(({ lambdas }) => lambdas.length)) };
}

export const drawsSetting = (quick: boolean, draws: number): Setting =>
  byPaperIf(!quick, 'draws', `${draws}`, `${draws} (the paper: 50)`);

/**
 * The factor that eigenlearning (Simon et al., CKRR 5.1) puts before kappa²/(lambda + kappa)² when the k features stand in the
 * place of k samples without noise or ridge: k/(k − sum L_i²), L_i = lambda_i/(lambda_i + kappa).
 */
export function learningFactor(lambdas: Float64Array, k: number): number {
  const kappa = kappaOf(lambdas, k);
  let squares = 0;
  for (const lambda of lambdas) squares += (lambda / (lambda + kappa)) ** 2;
  return k / (k - squares);
}

/** Slope through the origin: c of mu_i/lambda_i ≈ c·predicted. */
export function factorThrough(predicted: Float64Array, shares: Float64Array): number {
  let xy = 0;
  let xx = 0;
  for (let i = 0; i < predicted.length; i++) {
    xy += predicted[i] * shares[i];
    xx += predicted[i] * predicted[i];
  }
  return xy / xx;
}

export const shownFactor = (c: number, k: number): Sentence =>
  sentence(
    'The eigenvalues of the residual kernel are ',
    `${plain(c, 3)} times`,
    ` κ²/(λ + κ)² of the kernel’s own at k = ${k}.`,
  );
