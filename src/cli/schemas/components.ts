import type { Components } from '../../engine/contract/components';
import type { ParameterValue } from '../../engine/contract/method';
import {
  anyOf,
  finite,
  flag,
  list,
  named,
  nullable,
  number,
  numbers,
  object,
  oneOf,
  open,
  text,
  texts,
  whole,
  wholes,
} from '../../engine/contract/schema';
import type { ComponentsJson } from '../componentsJson';
import type { Written } from '../json';
import type { DesignParameters } from '../runJson';
import {
  DESIGN_PARAMETERS,
  data,
  fileName,
  kernelscope,
  linearAlgebra,
  methodId,
  notes,
  schemaOf,
  timings,
  warnings,
} from './parts';

type Found = ComponentsJson['components'];

const KIND = oneOf(['empirical', 'nystrom', 'randomFeatures']);

const scored = named(
  'scoredRows',
  object<Found['train']>(
    {
      rows: wholes('Counted from 1'),
      lines: wholes('Of the file'),
      scores: list(numbers(), 'One list for each row'),
      error: numbers('What the components leave of each row'),
    },
    'At most 20,000 rows, drawn evenly',
  ),
);

export const components = object<Written<ComponentsJson>>(
  {
    $schema: schemaOf('fit'),
    kernelscope,
    method: methodId,
    file: fileName,
    data,
    parameters: open<DesignParameters, ParameterValue>(
      DESIGN_PARAMETERS,
      anyOf(finite(), flag(), text()),
      'Every parameter by name',
    ),
    components: object<Found>({
      kind: KIND,
      n: whole('Training rows'),
      count: whole('Landmarks or features; n for the empirical form'),
      title: text('What was drawn; empty for the empirical form'),
      eigenvalues: numbers('Of the covariance with the factor 1/(n − 1), descending; 0 below rounding'),
      share: numbers('Eigenvalues over the trace'),
      total: finite('Trace of the covariance, in units of the kernel'),
      solver: object<Components['solver']>({
        kind: oneOf(['all', 'lanczos']),
        residual: finite(),
        iterations: whole(),
      }),
      train: scored,
      holdout: nullable(scored),
      loadings: object<Found['loadings']>({
        names: texts('Encoded columns'),
        values: list(numbers(), 'Correlations: one list for each column, by component'),
      }),
      reconstruction: list(
        object<Found['reconstruction'][number]>({
          kind: KIND,
          count: whole(),
          components: wholes('How many components each error is of'),
          h: nullable(numbers(), "R in the norm of the kernel's space; null for random features"),
          l2: numbers('T in L2, reconstruct and embed'),
          seconds: finite(),
          bytes: number('Matrices held at the peak'),
        }),
        'Errors by number of components; the fit first, then other ways on the same rows',
      ),
      tested: object<Components['tested']>(
        { rows: whole(), heldOut: flag() },
        'On how many rows these errors were measured',
      ),
    }),
    linearAlgebra,
    timings,
    warnings,
    notes,
  },
  'Principal components of the rows',
);
