import { anything, object, record, text } from '../../engine/contract/schema';
import type { FailureJson } from '../failureJson';
import type { Written } from '../json';
import { kernelscope, schemaOf } from './parts';

export const failure = object<Written<FailureJson>>(
  {
    $schema: schemaOf('failure'),
    kernelscope,
    failure: object<FailureJson['failure']>({
      code: text('Such as data/unknown-column, or command-line: stable, while the sentence may be reworded'),
      message: text('What happened and what to do'),
      details: record(anything, 'By name, such as the column or the row; which there are depends on the code'),
    }),
  },
  'On standard output in place of any of these, where a command with --json - fails',
);
