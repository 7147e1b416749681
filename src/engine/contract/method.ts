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
  /** One vocabulary over all methods: lambda, lengthScale, folds, seed, … */
  name: text(),
  title: text(),
  /** One sentence with units and range. */
  description: text(),
  /** numbers: one number, or a list of them separated by blanks or commas. text: checked by the method, which names what is wrong. */
  type: oneOf(['number', 'integer', 'boolean', 'choice', 'numbers', 'text']),
  choices: optional(texts()),
  /** text only: values offered in forms, each valid as it stands. */
  suggestions: optional(texts()),
  /** Of suggestions: how a person calls each, and a sentence on when to take it. */
  suggestionWords: optional(record(textPair() as Schema<readonly [title: string, words: string]>)),
  minimum: optional(finite()),
  exclusiveMinimum: optional(finite()),
  maximum: optional(finite()),
  /** A fixed default; or left out when the method chooses, by `rule`. */
  default: optional(PARAMETER_VALUE),
  /** How the value is chosen when the person leaves it out: "lowest leave-one-out error". */
  rule: optional(text()),
});

/** A method without its code: what the command palette, the CLI and the documentation need to know. */
export interface MethodSpec extends Of<typeof METHOD_SPEC> {}
export const METHOD_SPEC = named(
  'method',
  struct({
    /** "krr": a contract, never renamed. */
    id: text(),
    /** "Kernel ridge regression" */
    title: text(),
    /** One or two sentences: what it does and when to use it. */
    summary: text(),
    /** What it is for, after "for": "files of up to millions of rows". */
    purpose: text(),
    /** Paper tag and equation or section. */
    source: text(),
    /**
     * Which methods it stands with in menus and lists: filters of the squared loss; paths of another loss or penalty; ridge regression on
     * random features or landmarks, for large files; principal components, which take no target.
     */
    family: oneOf(['spectral', 'robust', 'features', 'components']),
    parameters: list(PARAMETER_SCHEMA),
  }),
);
