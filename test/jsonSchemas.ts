import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { JSON_KINDS, type JsonKind, schemaId } from '../src/engine/contract/jsonKinds';

const compiled = new Map<JsonKind, ValidateFunction>();

/** The validator of docs/KIND.schema.json, compiled once for all tests in a process. */
export function schemaOf(kind: JsonKind): ValidateFunction {
  const known = compiled.get(kind);
  if (known) return known;
  const schema = JSON.parse(readFileSync(`docs/${kind}.schema.json`, 'utf8')) as object;
  const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
  compiled.set(kind, validate);
  return validate;
}

/** Holds text that says that it is of a schema against that. */
export function holdsItsSchema(text: string): void {
  const [, id] = /^\{\s*"\$schema": ?"([^"]*)"/.exec(text) ?? [];
  if (id === undefined) return;
  const kind = JSON_KINDS.find((one) => schemaId(one) === id);
  assert.ok(kind, `there is no schema ${id}`);
  const validate = schemaOf(kind);
  assert.ok(validate(JSON.parse(text)), JSON.stringify(validate.errors?.slice(0, 20)));
}
