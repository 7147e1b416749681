import draws from './data/draws.json';

/** The authors' own draws behind figures 1 and 2 of TKRR (section 5): the rest of their numbers follows from these. */
export const ROWS = 200;
export const COLUMNS = 4;

/** Rows in [0, 1]⁴, n×d and column-major. */
interface AuthorsDraw {
  readonly rows: readonly number[];
}

export interface AlignedDraw extends AuthorsDraw {
  /** Alignment scores xi_1 … xi_30; the others are 0, and the sum of squares is 1. */
  readonly scores: readonly number[];
  /**
   * Standard deviation (ddof 1) of the target on the rows, in units of which the figure counts noise. It depends on the signs of
   * the eigenvectors, which no definition fixes; this is the value with theirs.
   */
  readonly targetDeviation: number;
}

export const FIGURE_1: AlignedDraw = draws.figure1;

/** The numbers of figure 1, begun 80 draws earlier. */
export const FIGURE_2: AuthorsDraw = {
  rows: [...draws.figure2.firstRows, ...draws.figure1.rows.slice(0, 720)],
};
