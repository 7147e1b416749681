import type { Proposals } from '../../engine/contract/proposal';
import {
  anyOf,
  finite,
  flag,
  list,
  number,
  object,
  oneOf,
  pair,
  record,
  text,
  texts,
  whole,
} from '../../engine/contract/schema';
import type { Written } from '../json';
import type { RecommendJson } from '../recommend';
import { kernelscope, schemaOf } from './parts';

export const recommend = object<Written<RecommendJson>>({
  $schema: schemaOf('recommend'),
  kernelscope,
  target: text('Empty for principal components'),
  rows: whole('Training rows'),
  columns: whole('Encoded columns'),
  memory: finite('Bytes that a fit may take now'),
  threads: whole(),
  pilot: object<Proposals['pilot']>(
    { train: whole(), holdout: whole(), seconds: finite() },
    'Rows that losses were measured on, and how long that took',
  ),
  proposals: list(
    object<RecommendJson['proposals'][number]>({
      kind: oneOf(['whole', 'sample', 'landmarks', 'randomFeatures']),
      count: whole('Landmarks or features; rows of the others'),
      method: text('Method id'),
      title: text(),
      parameters: record(anyOf(finite(), flag(), text()), 'Those that differ from the defaults'),
      rows: whole('Training rows that it uses'),
      seconds: finite(),
      range: pair('Seconds from and to which most fits take'),
      bytes: finite('Memory'),
      possible: flag('Whether memory allows it'),
      loss: number(
        'Expected rise of the held-out root mean squared error over the lowest of these, 0.02 for 2 %; null where it was not measured',
      ),
      why: text(),
      options: texts('What fit is given for it, as a shell takes it'),
    }),
    'Best first',
  ),
  message: text('The recommendation in two or three sentences'),
});
