import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from '../../../src/engine/machine/lines';
import { Chunks } from '../../mcp/wire';

async function lines(parts: readonly (string | Uint8Array)[], most?: number): Promise<(string | undefined)[]> {
  const chunks = new Chunks();
  for (const part of parts) chunks.push(part);
  chunks.end();
  const found = [];
  for await (const line of linesOf(chunks, most)) found.push(line);
  return found;
}

test('lines are those of the stream, however it is cut', async () => {
  const text = 'a\n\nbé\u2028c\r\nlast';
  const bytes = new TextEncoder().encode(text);
  const whole = await lines([text]);
  assert.deepEqual(whole, ['a', '', 'bé\u2028c\r', 'last']);
  assert.deepEqual(await lines(Array.from(bytes, (byte) => Uint8Array.of(byte))), whole);
  assert.deepEqual(await lines([]), []);
});

test('a line that is too long is not held, and the next one is read', async () => {
  const long = 'x'.repeat(7);
  assert.deepEqual(
    await lines([long, long, '\nshort\n', `${long}${long}`, '\n123456789\n1234567890\n12345678901\n'], 10),
    [undefined, 'short', undefined, '123456789', '1234567890', undefined],
  );
});
