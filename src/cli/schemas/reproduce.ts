import type {
  ComparedNumber,
  Reproduction,
  ReproductionOption,
  ReproductionRequest,
  ReproductionSpec,
  TestedClaim,
} from '../../engine/contract/reproduction';
import type { BackEnd } from '../../engine/contract/run';
import { finite, flag, list, number, object, oneOf, optional, record, text, whole } from '../../engine/contract/schema';
import type { Written } from '../json';
import { figure, sentence } from './figure';
import { note } from './inspect';
import { kernelscope, schemaOf } from './parts';

const option = object<ReproductionOption>({
  name: text(),
  title: text(),
  choices: list(object<ReproductionOption['choices'][number]>({ value: text(), title: text() })),
});

const spec = object<ReproductionSpec>({
  id: text('Never renamed'),
  title: text(),
  claim: text('What the paper claims'),
  seconds: finite('Roughly, on two cores'),
  file: optional(text('The file that it needs')),
  folder: optional(text('The folder that it needs')),
  folds: optional(whole('As published')),
  draws: optional(whole('As published')),
  options: optional(list(option, 'Choices that the paper leaves open, the default first')),
});

const request = object<ReproductionRequest>({
  id: text(),
  seed: whole(),
  file: optional(text('Its path')),
  quick: optional(flag()),
  folds: optional(whole()),
  draws: optional(whole()),
  options: optional(record(text(), 'By name')),
  resume: optional(text('The folder of finished measurements')),
});

const compared = object<ComparedNumber>({
  name: text(),
  published: optional(number('Missing where the paper prints none')),
  publishedError: optional(number('Half-width that the paper states, or that reading a figure allows')),
  ours: number(),
  oursError: optional(number('Standard error over our repetitions')),
  publishedBy: optional(oneOf(['paper', 'program', 'theory', 'formula'], 'The paper where missing')),
  width: optional(number('Set by us: half the widest 95 % interval that could still have said no')),
  untold: optional(oneOf(['single', 'reduced', 'few', 'untried'], 'Why nothing can be told')),
});

export const reproduce = object<Written<Reproduction>>({
  $schema: schemaOf('reproduce'),
  kernelscope,
  spec,
  request,
  created: text('ISO 8601'),
  finding: sentence,
  verdict: oneOf(['agrees', 'partly', 'differs', 'unclear']),
  settings: list(
    object<Reproduction['settings'][number]>({ name: text(), value: text(), by: oneOf(['paper', 'ours']) }),
    'Everything that decides the numbers, and who states it',
  ),
  numbers: list(compared, 'Of the paper beside ours'),
  claims: list(
    object<TestedClaim>({
      text: text('As it was tested, with the thresholds that decide it'),
      at: optional(text('The case, where there are several')),
      holds: oneOf(['yes', 'no', 'unclear']),
    }),
    'Statements of the paper that are not numbers',
  ),
  figures: list(figure),
  backend: object<BackEnd>({
    backEnd: optional(oneOf(['embedded', 'native'])),
    name: text(),
    threads: whole(),
  }),
  seconds: finite(),
  processorSeconds: finite('Those of measurements that an earlier run kept included'),
  notes: list(note),
});
