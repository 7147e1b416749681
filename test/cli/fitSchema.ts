import { readFile } from 'node:fs/promises';
import Ajv, { type ValidateFunction } from 'ajv';

let compiled: ValidateFunction | undefined;

/** What holds results against docs/fit.schema.json, compiled once for all tests in a process. */
export async function fitSchema(): Promise<ValidateFunction> {
  const schema = JSON.parse(await readFile('docs/fit.schema.json', 'utf8')) as object;
  compiled ??= new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false }).compile(schema);
  return compiled;
}
