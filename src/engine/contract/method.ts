import { PARAMETER_VALUE, type PARAMETERS } from './parameters';
import {
  finite,
  list,
  named,
  type Of,
  oneOf,
  optional,
  record,
  type Schema,
  struct,
  text,
  textPair,
  texts,
} from './schema';

export type ParameterValue = Of<typeof PARAMETER_VALUE>;
export type Parameters = Of<typeof PARAMETERS>;

/** A parameter's schema: forms, command-line flags, settings and documentation all derive from it. */
export interface ParameterSchema extends Of<typeof PARAMETER_SCHEMA> {}
const PARAMETER_SCHEMA = struct({
  /** The name, from one vocabulary for all methods: lambda, lengthScale, folds, seed, … */
  name: text(),
  title: text(),
  /** One sentence with the unit and the range. */
  description: text(),
  /** numbers: one number, or a list of them separated by blanks or commas. text: checked by the method, which names what is wrong. */
  type: oneOf(['number', 'integer', 'boolean', 'choice', 'numbers', 'text']),
  choices: optional(texts()),
  /** text only: values offered in forms, each of them valid. */
  suggestions: optional(texts()),
  /** For each suggestion, its title for a person and a sentence on when to take it. */
  suggestionWords: optional(record(textPair() as Schema<readonly [title: string, words: string]>)),
  minimum: optional(finite()),
  exclusiveMinimum: optional(finite()),
  maximum: optional(finite()),
  /** A fixed default; omitted if the method chooses by `rule`. */
  default: optional(PARAMETER_VALUE),
  /** How the value is chosen if the person omits it: "lowest leave-one-out error". */
  rule: optional(text()),
});

/** A method without its code: what the command palette, the CLI and the documentation need to know. */
export interface MethodSpec extends Of<typeof METHOD_SPEC> {}
export const METHOD_SPEC = named(
  'method',
  struct({
    /** The id, never renamed: "krr". */
    id: text(),
    /** The name: "Kernel ridge regression". */
    title: text(),
    /** One or two sentences on what the method does and when to use it. */
    summary: text(),
    /** The purpose, in words that follow "for": "files of up to millions of rows". */
    purpose: text(),
    /** The source: a paper tag and an equation or section. */
    source: text(),
    /**
     * The group of methods in menus and lists: filters of the squared loss; paths of another loss or penalty; ridge regression on random features
     * or landmarks, for large files; principal components, which take no target.
     */
    family: oneOf(['spectral', 'robust', 'features', 'components']),
    parameters: list(PARAMETER_SCHEMA),
  }),
);
