import type { MethodSpec, ParameterSchema } from '../../engine/contract/method';
import {
  anyOf,
  finite,
  flag,
  list,
  named,
  object,
  oneOf,
  optional,
  record,
  text,
  textPair,
  texts,
  told,
  whole,
} from '../../engine/contract/schema';
import type { Written } from '../json';
import type { MethodJson, MethodsJson } from '../methods';
import { kernelscope, schemaOf } from './parts';

const parameter = object<ParameterSchema>({
  name: text(),
  title: text(),
  description: text('With units and range'),
  type: oneOf(
    ['number', 'integer', 'boolean', 'choice', 'numbers', 'text'],
    'numbers: one number, or a list of them separated by blanks or commas',
  ),
  choices: optional(texts()),
  suggestions: optional(texts('Values that are offered; others may be given')),
  suggestionWords: optional(record(textPair(), 'Of suggestions: title, and when to take it')),
  minimum: optional(finite()),
  exclusiveMinimum: optional(finite()),
  maximum: optional(finite()),
  default: optional(told('Missing where the method chooses', anyOf(finite(), flag(), text()))),
  rule: optional(text('How the value is chosen when it is left out')),
});

const method = named(
  'method',
  object<MethodSpec>({
    id: text('Never renamed'),
    title: text(),
    summary: text(),
    purpose: text('What it is for'),
    source: text('Paper and equation or section'),
    family: oneOf(['spectral', 'robust', 'features', 'components']),
    parameters: list(parameter),
  }),
);

export const methods = object<Written<MethodsJson>>({
  $schema: schemaOf('methods'),
  kernelscope,
  methods: list(method),
});

export const oneMethod = object<Written<MethodJson>>({
  $schema: schemaOf('method'),
  kernelscope,
  method,
  papers: list(
    object<MethodJson['papers'][number]>({
      tag: text('As the source names it'),
      meaning: text('The tag in words'),
      title: text(),
      authors: text(),
      year: whole(),
      link: text('Its address'),
    }),
    'Papers that the source names',
  ),
});
