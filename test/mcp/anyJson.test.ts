import assert from 'node:assert/strict';
import { copyFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MOST_CALLS } from '../../src/mcp/server';
import { testFolder } from '../testFolder';
import { Wire } from './wire';

// Any JSON in any place of a message: an answer that says what is wrong, and never a defect.

const DEEP = 60_000;
/** Values by their JSON. */
const VALUES: Readonly<Record<string, string>> = {
  'lists in lists': `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  'objects in objects': `${'{"a":'.repeat(DEEP / 3)}1${'}'.repeat(DEEP / 3)}`,
  'a number beyond range': '1e999',
  'one below it': '-1e999',
  'a number of many digits': '9'.repeat(400),
  'a long text': `"${'x'.repeat(250_000)}"`,
  'a text of control characters': '"\\u0000\\u001b[2J\\ud800"',
  'an empty text': '""',
  'a name that every object has': '"__proto__"',
  'an object with such a name': '{"__proto__":{"a":1},"constructor":1,"toString":null}',
  'a long list': `[${'1,'.repeat(100_000)}1]`,
  null: 'null',
  true: 'true',
  zero: '-0',
  'an empty list': '[]',
  'an empty object': '{}',
};
const HERE = '"@here@"';

interface Listed {
  readonly name: string;
  readonly inputSchema: Schema;
}
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const folder = realpathSync(testFolder());
let wire: Wire;
let tools: readonly Listed[];
before(async () => {
  copyFileSync('samples/wave.csv', join(folder, 'wave.csv'));
  wire = new Wire([folder], { allowWrite: true });
  await wire.open();
  const { result } = await wire.request('tools/list');
  tools = (result as { tools: readonly Listed[] }).tools;
});
after(() => wire.close());

/** Messages with one place left open each. */
const message = (id: string, method: string, params: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":${method},"params":${params}}`;
const call = (name: string, input: string, meta = '{}') =>
  message('"call"', '"tools/call"', `{"name":${name},"arguments":${input},"_meta":${meta}}`);
const PLACES: Readonly<Record<string, string>> = {
  'the message': HERE,
  'a batch': `[${HERE}]`,
  'the version of the protocol': `{"jsonrpc":${HERE},"id":1,"method":"ping"}`,
  'the id': message(HERE, '"ping"', '{}'),
  'the method': message('1', HERE, '{}'),
  'the parameters': message('1', '"ping"', HERE),
  'the page of the list': message('1', '"tools/list"', `{"cursor":${HERE}}`),
  'the version asked for': message('1', '"initialize"', `{"protocolVersion":${HERE}}`),
  'what is cancelled': `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${HERE}}}`,
  'the name of a tool': call(HERE, '{}'),
  'the arguments of a tool': call('"methods"', HERE),
  'what a call says of itself': call('"methods"', '{}', HERE),
  'where progress is told': call('"methods"', '{}', `{"progressToken":${HERE}}`),
};

/** One at least of what it answers is for this message, and none says that it has met a defect. */
async function holds(place: string, name: string, line: string): Promise<void> {
  const from = wire.said.length;
  wire.line(line);
  // Calls are answered in their order.
  await wire.request('tools/call', { name: 'methods', arguments: { method: 'none' } });
  const said = wire.said.slice(from, -1).flat();
  assert.ok(said.length <= MOST_CALLS, `${name} as ${place} has ${said.length} answers`);
  for (const answer of said) {
    assert.notEqual(answer.error?.code, -32603, `${name} as ${place}: ${answer.error?.message}`);
    const [{ text = '' } = {}] = (answer.result?.content ?? []) as readonly { readonly text?: string }[];
    assert.doesNotMatch(text, /internal error/, `${name} as ${place}`);
    assert.ok(JSON.stringify({ ...answer, id: 0 }).length < 200_000, `${name} as ${place} is not repeated at length`);
  }
  assert.deepEqual(wire.logged.splice(0), [], `${name} as ${place}`);
}

for (const [place, line] of Object.entries(PLACES))
  test(`any JSON as ${place} is answered`, async () => {
    for (const [name, value] of Object.entries(VALUES))
      await holds(
        place,
        name,
        line.replace(HERE, () => value),
      );
  });

/** Places within the arguments of a tool, each as the arguments with that place left open. */
function* within(schema: Schema, inner: (text: string) => string, path: string): Generator<readonly [string, string]> {
  yield [path, inner(HERE)];
  yield [`${path}[]`, inner(`[${HERE}]`)];
  for (const [key, below] of Object.entries(schema.properties ?? {}))
    yield* within(below, (text) => inner(`{${JSON.stringify(key)}:${text}}`), `${path}.${key}`);
}

/** The arguments that a tool must have beside the place that is open. */
const BESIDE: Readonly<Record<string, string>> = { file: '"wave.csv"', target: '"signal"' };

test('any JSON within the arguments of any tool is answered', async () => {
  for (const { name: tool, inputSchema } of tools)
    for (const [key, schema] of Object.entries(inputSchema.properties ?? {})) {
      const others = Object.entries(BESIDE).filter(([each]) => each !== key && each in (inputSchema.properties ?? {}));
      const beside = others.map(([each, value]) => `,"${each}":${value}`).join('');
      for (const [place, open] of within(schema, (text) => `{"${key}":${text}${beside}}`, `${tool}: ${key}`))
        for (const [name, value] of Object.entries(VALUES)) {
          if (/^(fit|compare|recommend|inspect)/.test(tool) && isOfUse(value)) continue;
          await holds(
            place,
            name,
            call(
              JSON.stringify(tool),
              open.replace(HERE, () => value),
            ),
          );
        }
    }
});

/** True when a value may be meant, and would begin a fit. */
const isOfUse = (value: string) => /^(null|true|-0|\[\]|\{\})$/.test(value);
