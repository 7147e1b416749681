/** Something a person should know about their data or their fit: a finding in words, never only a number. */
export interface Note {
  readonly severity: 'info' | 'warning';
  /** Stable, for tests and for filtering: "data/dropped-rows", "lambda/grid-edge". */
  readonly code: string;
  readonly text: string;
}
