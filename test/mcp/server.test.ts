import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { McpServer, MOST_CALLS, type Tool, type ToolCall } from '../../src/mcp/server';
import type { Answer } from './wire';

// The rules of the protocol's specification for messages, with tools that a test ends itself.

interface Call extends ToolCall {
  readonly name: unknown;
  readonly end: (error?: Error) => void;
}

let said: (Answer | readonly Answer[])[];
let logged: string[];
let calls: Call[];
let begun: () => void;
let server: McpServer;

const tool: Tool = {
  name: 'work',
  title: 'Work',
  description: 'Works.',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object' },
  annotations: {},
  answer: ({ name }, call) =>
    new Promise((resolve, reject) => {
      const end = (error?: Error) =>
        error ? reject(error) : resolve({ parts: [{ title: '', lines: [`done ${name}`] }], structured: { name } });
      call.signal.addEventListener('abort', () => end(new Error('stopped')));
      calls.push({ ...call, name, end });
      begun();
    }),
};

beforeEach(async () => {
  [said, logged, calls] = [[], [], []];
  begun = () => {};
  server = new McpServer({
    tools: [tool],
    instructions: 'Do.',
    send: (line) => void said.push(JSON.parse(line)),
    log: (line) => void logged.push(line),
  });
});
afterEach(() => server.close());

/** The single answer to a line. */
async function answer(line: string): Promise<Answer> {
  said.length = 0;
  await server.receive(line);
  assert.equal(said.length, 1, line);
  return said[0] as Answer;
}

const ask = (method: string, params?: object, id: unknown = 1): Promise<Answer> =>
  answer(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
const initialize = (version = '2025-11-25') =>
  ask('initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } });

const callLine = (id: unknown, name: string, meta?: object): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'work', arguments: { name }, ...(meta && { _meta: meta }) },
  });

/** A call that has begun; its promise is kept when it has been answered. */
async function begin(id: unknown, name: string, meta?: object): Promise<{ readonly settled: Promise<void> }> {
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const settled = server.receive(callLine(id, name, meta));
  await started;
  return { settled };
}

test('versions are negotiated: one that is known is kept, for another the newest is offered', async () => {
  for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])
    assert.equal((await initialize(version)).result?.protocolVersion, version);
  const { result } = await initialize('1999-01-01');
  assert.equal(result?.protocolVersion, '2025-11-25');
  assert.deepEqual(result?.capabilities, { tools: {} });
  assert.match(JSON.stringify(result?.serverInfo), /"name":"kernelscope"/);
  assert.equal(result?.instructions, 'Do.');
  assert.equal((await ask('initialize', {})).error?.code, -32602);
});

test('before initialize only ping is answered', async () => {
  assert.deepEqual((await ask('ping')).result, {});
  assert.equal((await ask('tools/list')).error?.code, -32600);
  await initialize();
  assert.deepEqual((await ask('ping', undefined, 'a text')).result, {});
  assert.equal(said.length, 1);
});

test('tools are listed on one page', async () => {
  await initialize();
  const { result } = await ask('tools/list');
  assert.deepEqual(result, {
    tools: [
      {
        name: 'work',
        title: 'Work',
        description: 'Works.',
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
        annotations: {},
      },
    ],
  });
  assert.equal((await ask('tools/list', { cursor: 'next' })).error?.code, -32602);
});

const WRONG: readonly (readonly [what: string, line: string, code: number, id: unknown])[] = [
  ['no JSON', '{"jsonrpc": "2.0", "id": 1,', -32700, null],
  ['no object', '5', -32600, null],
  ['an empty batch', '[]', -32600, null],
  ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600, 1],
  ['no method', '{"jsonrpc":"2.0","id":"x"}', -32600, 'x'],
  ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":5}', -32600, 1],
  ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
  ['an id that is no whole number', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, null],
  ['parameters that are no object', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32600, 1],
  ['a method that every object has', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601, 1],
  ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32601, 1],
  ['an unknown tool', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no"}}', -32602, 1],
  [
    'arguments that are no object',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"work","arguments":[]}}',
    -32602,
    1,
  ],
];
for (const [what, line, code, id] of WRONG)
  test(`${what} is error ${code}, and the next message is read`, async () => {
    await initialize();
    const { error, id: to, jsonrpc } = await answer(line);
    assert.deepEqual([error?.code, to, jsonrpc], [code, id, '2.0']);
    assert.match(error?.message ?? '', /\w/);
    assert.deepEqual((await ask('ping')).result, {});
  });

test('a line that was too long is an error without an id', async () => {
  await server.receive(undefined);
  assert.equal((said[0] as Answer).error?.code, -32600);
});

test('notifications, answers and blank lines get no answer', async () => {
  await initialize();
  said.length = 0;
  for (const line of [
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","method":"notifications/unknown","params":{}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
    '{"jsonrpc":"2.0","id":5,"result":{}}',
    '{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}}',
    '  ',
    '[{"jsonrpc":"2.0","method":"notifications/initialized"}]',
  ])
    await server.receive(line);
  assert.deepEqual(said, []);
});

test('a batch has one answer, with that of each request in it', async () => {
  await initialize();
  said.length = 0;
  await server.receive(
    '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2,"method":"y"},7]',
  );
  assert.equal(said.length, 1);
  assert.deepEqual(
    (said[0] as readonly Answer[]).map(({ id, error }) => [id, error?.code]),
    [
      [1, undefined],
      [2, -32601],
      [null, -32600],
    ],
  );
});

test('calls run one after another; a ping between them is answered at once', async () => {
  await initialize();
  said.length = 0;
  const first = await begin(1, 'a');
  const second = server.receive(callLine('two', 'b'));
  await server.receive('{"jsonrpc":"2.0","id":3,"method":"ping"}');
  assert.deepEqual(
    said.map((one) => (one as Answer).id),
    [3],
  );
  assert.deepEqual(
    calls.map(({ name }) => name),
    ['a'],
  );
  const next = new Promise<void>((resolve) => {
    begun = resolve;
  });
  calls[0].end();
  await first.settled;
  await next;
  calls[1].end();
  await second;
  const [, a, b] = said as Answer[];
  assert.deepEqual([a.id, b.id], [1, 'two']);
  assert.deepEqual(a.result?.structuredContent, { name: 'a' });
  assert.match(JSON.stringify(b.result?.content), /done b/);
});

test('a cancelled call is never answered, whether it runs or waits', async () => {
  await initialize();
  said.length = 0;
  const running = await begin(1, 'a');
  const waiting = server.receive(callLine(2, 'b'));
  const last = server.receive(callLine(3, 'c'));
  const cancel = (requestId: number) =>
    server.receive(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }));
  const next = new Promise<void>((resolve) => {
    begun = resolve;
  });
  await cancel(2);
  await cancel(1);
  await running.settled;
  await waiting;
  await next;
  assert.deepEqual(
    calls.map(({ name, signal }) => [name, signal.aborted]),
    [
      ['a', true],
      ['c', false],
    ],
  );
  calls[1].end();
  await last;
  await cancel(3);
  assert.deepEqual(
    said.map((one) => (one as Answer).id),
    [3],
  );
});

test('what a tool cannot do is a result that says so; a defect is told to the person too', async () => {
  await initialize();
  said.length = 0;
  const { settled } = await begin(1, 'a');
  calls[0].end(new Error('out of luck'));
  await settled;
  const { result, error } = said[0] as Answer;
  assert.equal(error, undefined);
  assert.equal(result?.isError, true);
  assert.match(JSON.stringify(result?.content), /internal error: out of luck/);
  assert.match(logged.join('\n'), /Error: out of luck\n +at /);
});

test('an id that is under way, and more calls than wait, are refused', async () => {
  await initialize();
  said.length = 0;
  await begin(0, 'a');
  await server.receive(callLine(0, 'again'));
  assert.equal((said[0] as Answer).error?.code, -32600);
  const many = Array.from({ length: MOST_CALLS }, (_, i) => server.receive(callLine(i + 1, 'b')));
  await many[MOST_CALLS - 1];
  const { id, result } = said[1] as Answer;
  assert.deepEqual([id, result?.isError], [MOST_CALLS, true]);
  assert.match(JSON.stringify(result?.content), new RegExp(`${MOST_CALLS} calls are under way`));
});

test('progress is told to those who ask for it, and only rises', async () => {
  await initialize();
  for (const [id, meta, expected] of [
    [1, { progressToken: 'p' }, [0.25, 0.5, 1]],
    [2, { progressToken: 7 }, [0.25, 0.5, 1]],
    [3, undefined, []],
    [4, { progressToken: {} }, []],
  ] as const) {
    said.length = 0;
    const { settled } = await begin(id, 'a', meta);
    const { report, end } = calls[calls.length - 1];
    for (const fraction of [0.25, 0.25, 0.255, 0.1, 0.5, 1, 1]) report(fraction, 'fitting');
    end();
    await settled;
    report(2, 'late');
    const told = (said as Answer[]).filter(({ method }) => method === 'notifications/progress');
    assert.deepEqual(
      told.map(({ params }) => params?.progress),
      expected,
    );
    for (const { params, id: none } of told) {
      assert.deepEqual(
        [params?.progressToken, params?.total, params?.message, none],
        [meta?.progressToken, 1, 'fitting', undefined],
      );
    }
  }
});

test('closing cancels what runs and what waits', async () => {
  await initialize();
  said.length = 0;
  const { settled } = await begin(1, 'a');
  const waiting = server.receive(callLine(2, 'b'));
  server.close();
  await settled;
  await waiting;
  assert.deepEqual(said, []);
  assert.equal(calls.length, 1);
});
