// The part of papaparse that is used: its tokeniser, without its streams, workers and downloads.
declare module 'papaparse' {
  interface ParserConfig {
    readonly delimiter: string;
    readonly newline: '\n';
    readonly quoteChar: string;
    /** Stops after this many records. */
    readonly preview?: number;
  }
  interface ParserResult {
    readonly data: string[][];
    readonly errors: readonly { readonly code: 'MissingQuotes' | 'InvalidQuotes'; readonly row: number }[];
    /** `cursor`: where the first record that was not returned begins. */
    readonly meta: { readonly cursor: number };
  }
  export const Parser: new (
    config: ParserConfig,
  ) => { parse(text: string, baseIndex: number, ignoreLastRecord: boolean): ParserResult };
}
