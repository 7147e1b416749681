import { LEAF_NAMES } from '../../engine/kernels/leafNames';
import { capitalised } from '../../engine/words/sentence';
import type { GlossaryTerm } from './term';
import { TERMS } from './terms';

/** The meaning of a label of the panel. */
export type TermExplanation = Omit<GlossaryTerm, 'labels'>;

const known = new Map<string, TermExplanation | undefined>();

/**
 * The explanation for the words of a label; "…, this fit" has the explanation of its first part. Undefined for plain
 * words and names in the file.
 */
export function explanationOf(label: string): TermExplanation | undefined {
  if (!known.has(label)) known.set(label, found(label.trim()));
  return known.get(label);
}

function found(label: string): TermExplanation | undefined {
  const whole = TERMS.find(({ labels }) => labels.test(label)) ?? kernel(label);
  const comma = label.indexOf(', ');
  return whole ?? (comma > 0 ? found(label.slice(0, comma)) : undefined);
}

/** A kernel's own sentence, from the table of kernels. */
function kernel(label: string): TermExplanation | undefined {
  const title = label.replace(/ kernel$/i, '').toLowerCase();
  const leaf = LEAF_NAMES.find((one) => one.title.toLowerCase() === title);
  if (leaf === undefined) return undefined;
  return {
    name: `${capitalised(leaf.title)} kernel`,
    sentence: leaf.kernel.summary.replaceAll('`', ''),
    anchor: 'methods.md#kernels',
  };
}

/** Explanations of several labels, each once. */
export function explanationsOf(labels: readonly string[]): TermExplanation[] {
  const all = labels.map(explanationOf).filter((one) => one !== undefined);
  return [...new Map(all.map((one) => [one.name, one])).values()];
}
