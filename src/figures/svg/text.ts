import type { Sentence } from '../../engine/contract/figure';
import { TEXT_SIZE } from '../layout/shapes';
import { node, type SvgNode } from './node';

/** Estimated width in pixels: good to a tenth for sans-serif faces, and rather too wide than too narrow. */
function textWidth(text: string, size: number): number {
  let em = 0;
  for (const c of text) {
    if ("iljI.,:;|!'’ ·".includes(c)) em += 0.29;
    else if ('ftr()-‑ⁱ¹\u202f'.includes(c)) em += 0.37;
    else if ('⁰²³⁴⁵⁶⁷⁸⁹⁻₁'.includes(c)) em += 0.4;
    else if ('mwMW…%'.includes(c)) em += 0.88;
    else if (c >= 'A' && c <= 'Z') em += 0.7;
    else if (c.charCodeAt(0) > 0x2e80) em += 1;
    else em += 0.6;
  }
  return em * size;
}

/** The measure of texts where there is no canvas: strong ones are a little wider. */
export function estimatedWidth(text: string, strong: boolean): number {
  return textWidth(text, TEXT_SIZE) * (strong ? 1.06 : 1);
}

interface TextStyle {
  readonly colour: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly weight?: number;
  readonly size?: number;
  /** A rim in the background's colour, so that text over lines can be read. */
  readonly halo?: string;
}

/** One line of text, vertically centred on y. */
export function textElement(text: string, x: number, y: number, style: TextStyle): SvgNode {
  const { colour, anchor = 'start', weight, size = TEXT_SIZE, halo } = style;
  const rim = { stroke: halo, 'stroke-width': 4, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };
  const attributes = {
    x: px(x),
    y: px(y + size * 0.36),
    fill: colour,
    'text-anchor': anchor === 'start' ? undefined : anchor,
    'font-size': size === TEXT_SIZE ? undefined : size,
    'font-weight': weight,
    ...(halo !== undefined && rim),
  };
  return node('text', attributes, text);
}

/**
 * A sentence in lines of at most `width` pixels, broken at plain blanks only; strong parts in weight 600. The first line is
 * centred on y.
 */
export function paragraph(
  sentence: Sentence,
  x: number,
  y: number,
  width: number,
  style: { readonly colour: string; readonly size: number; readonly leading: number },
): readonly SvgNode[] {
  const words = sentence.flatMap((part) =>
    (part.text.match(/[^ ]+ *| +/g) ?? []).map((text) => ({ text, strong: part.strong === true })),
  );
  const lines: (typeof words)[] = [[]];
  let used = 0;
  for (const word of words) {
    // Fallback faces run wide: a tenth of slack, and bold takes more again.
    const stretch = word.strong ? 1.18 : 1.1;
    const wide = textWidth(word.text, style.size) * stretch;
    if (used > 0 && used + textWidth(word.text.trimEnd(), style.size) * stretch > width) {
      lines.push([]);
      used = 0;
    }
    lines[lines.length - 1].push(word);
    used += wide;
  }
  if (words.length === 0) return [];
  return lines.map((line, k) => {
    const spans = line.map(({ text, strong }) => (strong ? node('tspan', { 'font-weight': 600 }, text) : text));
    const attributes = {
      x: px(x),
      y: px(y + k * style.leading + style.size * 0.36),
      fill: style.colour,
      'font-size': style.size,
      'xml:space': 'preserve',
    };
    return node('text', attributes, ...spans);
  });
}

/** Tenths of a pixel are enough, and keep files small and comparable. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10 || 0);
}
