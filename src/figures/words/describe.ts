import type { AxisSpec, ColourScale, FigureSpec, Sentence, SurfaceSpec } from '../../engine/contract/figure';
import { NARROW } from '../../engine/words/numbers';
import { listed } from '../../engine/words/sentence';
import { r2Text } from '../layout/axes';
import { axisName, colourAxis, formatValue, surfaceText } from './formatValue';

/** A sentence without its emphasis. */
export function plainText(sentence: Sentence): string {
  return sentence.map((part) => part.text).join('');
}

/** The words of a screen reader for a figure: title, finding, then what is drawn over what. */
export function describe(spec: FigureSpec): string {
  const named = spec.series.filter((s) => s.name !== '' && s.kind !== 'band' && s.x.length > 0).map((s) => s.name);
  const range = `${spec.y.title} from ${formatValue(spec.y, spec.y.domain[0])} to ${formatValue(spec.y, spec.y.domain[1])}`;
  const map = spec.surface && surfaceWords(spec, spec.surface);
  const lines = spec.reads ?? (named.length > 0 ? `Shown: ${listed(named)} over ${axisName(spec.x)}, ${range}.` : '');
  const colours = spec.colours && colourWords(spec.colours);
  const drawn = [map, lines, colours].filter(Boolean).join(' ');
  const right = spec.y.r2 ? rightWords(spec.y) : '';
  return spoken([`${spec.title}. ${plainText(spec.sentence)}`, drawn, right, noteText(spec)].filter(Boolean).join(' '));
}

/** Errors read as R², from the largest to the smallest. */
function rightWords(axis: AxisSpec): string {
  const [low, high] = axis.domain;
  return `As R², from ${r2Text(axis, high)} to ${r2Text(axis, low)}.`;
}

function colourWords(scale: ColourScale): string {
  const text = (v: number) => formatValue(colourAxis(scale), v);
  return `Colour shows ${scale.name}, from ${text(scale.domain[0])} to ${text(scale.domain[1])}.`;
}

/** A map in words: where its value is least and largest. */
function surfaceWords(spec: FigureSpec, surface: SurfaceSpec): string {
  const { values, x } = surface;
  let low = -1;
  let high = -1;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) continue;
    if (low < 0 || values[i] < values[low]) low = i;
    if (high < 0 || values[i] > values[high]) high = i;
  }
  if (low < 0) return `Shown: ${surface.name}, without any value.`;
  const at = (i: number) =>
    `${formatValue(spec.x, x[i % x.length])}, ${formatValue(spec.y, surface.y[Math.floor(i / x.length)])}`;
  const text = (i: number) => surfaceText(surface, values[i]);
  return `Shown: ${surface.name} over ${axisName(spec.x)} and ${axisName(spec.y)}, from ${text(low)} at ${at(low)} to ${text(high)} at ${at(high)}.`;
}

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Signs that screen readers skip or spell, in words: "4.0 times 10 to the minus 6". */
export function spoken(text: string): string {
  return text
    .replace(/10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, sign: string, digits: string) => {
      const exponent = Array.from(digits, (d) => SUPERSCRIPT.indexOf(d)).join('');
      return `10 to the ${sign ? 'minus ' : ''}${exponent}`;
    })
    .replaceAll(NARROW, ' ')
    .replaceAll('×', 'times')
    .replaceAll('−', 'minus ')
    .replaceAll('n·λ', 'n lambda')
    .replaceAll('κ', 'kappa')
    .replaceAll('σ', 'sigma')
    .replaceAll('γ', 'gamma')
    .replaceAll('λ', 'lambda')
    .replaceAll('μ', 'mu')
    .replaceAll('|α|', 'size of alpha')
    .replaceAll('α', 'alpha')
    .replaceAll('τ', 'tau')
    .replaceAll('ε', 'epsilon')
    .replaceAll('≠', 'not equal to')
    .replaceAll('±', 'plus or minus ')
    .replaceAll('²', ' squared');
}

/** The text below a figure: its note, the footnotes shown here, and with `acts` what can be done in it. */
export function noteText(
  { note, footnotes = [], act }: FigureSpec,
  { told = footnotes, acts = false }: { readonly told?: readonly string[]; readonly acts?: boolean } = {},
): string {
  return [note, ...told, acts && act].filter(Boolean).join(' ');
}

/** For each figure of a section the footnotes that none before it has. */
export function footnotesOnce(specs: readonly FigureSpec[]): readonly (readonly string[])[] {
  const told = new Set<string>();
  return specs.map(({ footnotes = [] }) => footnotes.filter((text) => !told.has(text) && told.add(text)));
}
