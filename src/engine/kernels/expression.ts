import type { KernelSpec } from '../contract/kernel';
import type { KernelTemplate, LeafTemplate } from './kernel';
import { LEAF_NAMES } from './leafNames';
import { ExpressionParser } from './parseExpression';
import { traitsOf } from './table';

/** The suggestions of a form for `kernel`, most used first; each is valid as it stands. */
export const KERNEL_SUGGESTIONS: readonly string[] = LEAF_NAMES.map((leaf) => leaf.name);

/** The title of each suggestion, and when to use it. */
export const KERNEL_WORDS: Readonly<Record<string, readonly [string, string]>> = Object.fromEntries(
  LEAF_NAMES.map(({ name, title, kernel }) => [
    name,
    [title.replace(/^\p{Ll}/u, (c) => c.toUpperCase()), kernel.summary.replaceAll('`', '')],
  ]),
);

/**
 * Reads a kernel expression: names joined by + and *, with weights, brackets, and settings in parentheses, as in
 * "0.5*linear + gaussian(lengthScale=2) * spline(order=2)". Grammar: parseExpression.ts; names and defaults: leafNames.ts.
 * Throws `parameter/invalid` naming the place and the closest known name.
 */
export function parseKernel(text: string): KernelTemplate {
  return new ExpressionParser(text).whole();
}

/**
 * Fills the open length scales with `lengthScale` (length 1, or d for ARD), and with 1 where a scale has no meaning
 * (`scaleFree`).
 */
export function fillKernel(template: KernelTemplate, lengthScale: readonly number[]): KernelSpec {
  if (template.kind === 'sum') {
    const terms = template.terms.map(({ weight, kernel }) => ({ weight, kernel: fillKernel(kernel, lengthScale) }));
    return { kind: 'sum', terms };
  }
  if (template.kind === 'product')
    return { kind: 'product', factors: template.factors.map((factor) => fillKernel(factor, lengthScale)) };
  const { columns } = template;
  const open = columns && lengthScale.length > 1 ? columns.map((column) => lengthScale[column]) : lengthScale;
  return { ...template, lengthScale: template.lengthScale ?? (traitsOf(template).scaleFree ? [1] : open) };
}

/** True if a length scale that matters is open. */
export function wantsLengthScale(template: KernelTemplate): boolean {
  return openLeaves(template).length > 0;
}

/** The leaves whose length scale is open and matters. */
export function openLeaves(template: KernelTemplate): LeafTemplate[] {
  if (template.kind === 'sum') return template.terms.flatMap((term) => openLeaves(term.kernel));
  if (template.kind === 'product') return template.factors.flatMap(openLeaves);
  return template.lengthScale === undefined && !traitsOf(template).scaleFree ? [template] : [];
}
