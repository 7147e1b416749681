import { PARAMETER_VALUE, type PARAMETERS } from './parameters';
import * as s from './schema';

export type ParameterValue = s.Of<typeof PARAMETER_VALUE>;
export type Parameters = s.Of<typeof PARAMETERS>;

/** A parameter's schema: forms, command-line flags, settings and documentation all derive from it. */
export interface ParameterSchema extends s.Of<typeof PARAMETER_SCHEMA> {}
const PARAMETER_SCHEMA = s.struct({
  /** The name, from one vocabulary for all methods: lambda, lengthScale, folds, seed, … */
  name: s.text(),
  title: s.text(),
  /** One sentence with the unit and the range. */
  description: s.text(),
  /** numbers: one number, or a list of them separated by blanks or commas. text: checked by the method, which names what is wrong. */
  type: s.oneOf(['number', 'integer', 'boolean', 'choice', 'numbers', 'text']),
  choices: s.optional(s.texts()),
  /** text only: values offered in forms, each of them valid. */
  suggestions: s.optional(s.texts()),
  /** For each suggestion, its title for a person and a sentence on when to take it. */
  suggestionWords: s.optional(s.record(s.textPair() as s.Schema<readonly [title: string, words: string]>)),
  minimum: s.optional(s.finite()),
  exclusiveMinimum: s.optional(s.finite()),
  maximum: s.optional(s.finite()),
  /** A fixed default; omitted if the method chooses by `rule`. */
  default: s.optional(PARAMETER_VALUE),
  /** How the value is chosen if the person omits it: "lowest leave-one-out error". */
  rule: s.optional(s.text()),
});

/** A method without its code: what the command palette, the CLI and the documentation need to know. */
export interface MethodSpec extends s.Of<typeof METHOD_SPEC> {}
export const METHOD_SPEC = s.named(
  'method',
  s.struct({
    /** The id, never renamed: "krr". */
    id: s.text(),
    /** The name: "Kernel ridge regression". */
    title: s.text(),
    /** One or two sentences on what the method does and when to use it. */
    summary: s.text(),
    /** The purpose, in words that follow "for": "files of up to millions of rows". */
    purpose: s.text(),
    /** The source: a paper tag and an equation or section. */
    source: s.text(),
    /**
     * The group of methods in menus and lists: filters of the squared loss; paths of another loss or penalty; ridge regression on random features
     * or landmarks, for large files; principal components, which take no target.
     */
    family: s.oneOf(['spectral', 'robust', 'features', 'components']),
    parameters: s.list(PARAMETER_SCHEMA),
  }),
);
