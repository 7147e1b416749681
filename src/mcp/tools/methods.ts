import { checkMembers } from '../../choices/members';
import { jsonSchema } from '../../choices/parameterJson';
import type { MethodSpec, ParameterSchema } from '../../engine/contract/method';
import {
  byHand,
  type Json,
  list,
  object,
  optional,
  record,
  type Schema,
  standing,
  text,
} from '../../engine/contract/schema';
import { isRecord, isText } from '../../engine/contract/shape';
import { specOf } from '../../engine/fit/method';
import { methodById } from '../../engine/methods/registry';
import type { Tool } from '../server';
import { annotations, type Session } from '../session';

interface Method extends Pick<MethodSpec, 'id' | 'title' | 'purpose' | 'summary'> {
  readonly parameters?: Readonly<Record<string, Json>>;
}

interface Methods {
  readonly methods: readonly Method[];
}

const ANYTHING: Schema<Json> = byHand({ type: 'object' }, isRecord);

const OUTPUT = object<Methods>({
  methods: list(
    object<Method>({
      id: text(),
      title: text(),
      purpose: text('What it is for'),
      summary: text(),
      parameters: optional(record(ANYTHING, 'By name, each as a JSON Schema')),
    }),
  ),
});

/** Characters of the lines at most: a method has dozens of parameters. */
const MOST = 12_000;

export const methodsTool = (session: Session): Tool => ({
  name: 'methods',
  title: 'List Methods',
  description:
    'Lists the methods that fit takes and what each is for; with the id of one, its parameters with their meaning, range and default or rule.',
  inputSchema: {
    type: 'object',
    properties: {
      method: {
        type: 'string',
        enum: session.methods.map(({ id }) => id),
        description: 'Left out: all, without parameters.',
      },
    },
    additionalProperties: false,
  },
  outputSchema: standing(OUTPUT),
  annotations: annotations('List Methods'),
  most: MOST,
  async answer(input) {
    const { method } = checkMembers<{ readonly method?: string }>('', input, { method: [isText, "a method's id"] });
    if (method === undefined) {
      const lines = session.methods.map(({ id, purpose }) => `${id}: ${purpose}`);
      return {
        parts: [{ title: 'Methods', lines }],
        structured: { methods: session.methods.map(headOf) } satisfies Methods,
      };
    }
    const spec = specOf(methodById(method));
    const schemas = spec.parameters.map((schema) => [
      schema.name,
      { ...jsonSchema(schema), description: described(schema) },
    ]);
    return {
      parts: [
        { title: '', lines: [`${spec.id}, ${spec.title}: ${spec.summary}`] },
        { title: 'Parameters', lines: spec.parameters.map((schema) => `${schema.name}: ${described(schema)}`) },
      ],
      structured: {
        methods: [{ ...headOf(spec), parameters: Object.fromEntries(schemas) }],
      } satisfies Methods,
    };
  },
});

const headOf = ({ id, title, purpose, summary }: MethodSpec): Method => ({ id, title, purpose, summary });

const described = ({ description, default: value, rule, choices }: ParameterSchema): string =>
  [
    description,
    ...(choices ? [`One of ${choices.join(', ')}.`] : []),
    value === undefined ? `Left out: ${rule ?? 'the method decides'}.` : `Left out: ${value}.`,
  ].join(' ');
