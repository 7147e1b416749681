import { jsonSchema } from '../../choices/parameterJson';
import type { MethodSpec, ParameterSchema } from '../../engine/contract/method';
import { optional } from '../../engine/contract/schema';
import { methodIn } from '../house';
import { name, operation, takes } from '../operation';

export const methodsOperation = operation({
  title: 'List Methods',
  sentence:
    'Lists the methods that fit takes and what each is for; with the id of one, its parameters with their meaning, range and default or rule.',
  takes: takes({ method: optional(name('Id of a method. Left out: all, without parameters.')) }),
  gives: { methods: 'list' },
  // A method has dozens of parameters.
  most: 12_000,
  run: async (house, { method }) =>
    method === undefined ? { all: await house.methods() } : { one: await methodIn(house, method) },
  said({ all, one }) {
    if (one === undefined)
      return {
        parts: [{ title: 'Methods', lines: all.map(({ id, purpose }) => `${id}: ${purpose}`) }],
        structured: { methods: all.map(headOf) },
      };
    const parameters = one.parameters.map((schema) => [
      schema.name,
      { ...jsonSchema(schema), description: described(schema) },
    ]);
    return {
      parts: [
        { title: '', lines: [`${one.id}, ${one.title}: ${one.summary}`] },
        { title: 'Parameters', lines: one.parameters.map((schema) => `${schema.name}: ${described(schema)}`) },
      ],
      structured: { methods: [{ ...headOf(one), parameters: Object.fromEntries(parameters) }] },
    };
  },
});

const headOf = ({ id, title, purpose, summary }: MethodSpec) => ({ id, title, purpose, summary });

const described = ({ description, default: value, rule, choices }: ParameterSchema): string =>
  [
    description,
    ...(choices ? [`One of ${choices.join(', ')}.`] : []),
    value === undefined ? `Left out: ${rule ?? 'the method decides'}.` : `Left out: ${value}.`,
  ].join(' ');
