import type { ReproductionSpec } from '../engine/contract/reproduction';

/** A paper whose figures can be computed again. */
export interface Paper {
  /** The abbreviation in words. */
  readonly meaning: string;
  readonly title: string;
  readonly authors: string;
  readonly year: number;
  readonly link: `https://${string}`;
}

/** The tags that titles of reproductions begin with, and that the documents refer to. */
type PaperTag = keyof typeof PAPERS;

export const PAPERS = {
  TKRR: {
    meaning: 'truncated kernel ridge regression',
    title: 'Target alignment in truncated kernel ridge regression',
    authors: 'A. A. Amini, R. Baumgartner, D. Feng',
    year: 2022,
    link: 'https://arxiv.org/abs/2206.14255',
  },
  CKRR: {
    meaning: 'conditional kernel ridge regression',
    title:
      'Conditional KRR: Injecting Unpenalized Features into Kernel Methods with Applications to Kernel Thresholding',
    authors: 'R. Takhanov, Z. Assylbekov',
    year: 2026,
    link: 'https://arxiv.org/abs/2605.26067',
  },
  SIGN: {
    meaning: 'robust regression by sign gradients',
    title: 'Fast Robust Kernel Regression through Sign Gradient Descent with Early Stopping',
    authors: 'O. Allerbo',
    year: 2025,
    link: 'https://arxiv.org/abs/2306.16838',
  },
  RF: {
    meaning: 'random features',
    title: 'Generalization Properties of Learning with Random Features',
    authors: 'A. Rudi, L. Rosasco',
    year: 2017,
    link: 'https://arxiv.org/abs/1602.04474',
  },
  NYPCA: {
    meaning: 'Nyström principal components',
    title: 'Statistical Optimality and Computational Efficiency of Nyström Kernel PCA',
    authors: 'N. Sterge, B. K. Sriperumbudur',
    year: 2022,
    link: 'https://jmlr.org/papers/v23/21-0766.html',
  },
} satisfies Readonly<Record<string, Paper>>;

/** The papers whose tags a text has, in its order. */
export function papersIn(text: string): (Paper & { readonly tag: string })[] {
  const tags = text.match(/\b[A-Z]+\b/g) ?? [];
  return tags.flatMap((tag) => (Object.hasOwn(PAPERS, tag) ? [{ tag, ...PAPERS[tag as PaperTag] }] : []));
}

/** "TKRR, figure 1: …" → "TKRR" */
export const paperTag = ({ title }: Pick<ReproductionSpec, 'title'>): string => title.split(',')[0];

/** The paper of a reproduction; undefined where a title names none. */
export function paperOf(spec: Pick<ReproductionSpec, 'title'>): Paper | undefined {
  const tag = paperTag(spec);
  return Object.hasOwn(PAPERS, tag) ? PAPERS[tag as PaperTag] : undefined;
}
