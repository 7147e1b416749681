import { JSON_KINDS, type JsonKind, schemaId } from '../../engine/contract/jsonKinds';
import { either, type Json, standing } from '../../engine/contract/schema';
import { compare } from './compare';
import { components } from './components';
import { failure } from './failure';
import { fit } from './fit';
import { inspect } from './inspect';
import { methods, oneMethod } from './methods';
import { model } from './model';
import { predict } from './predict';
import { recommend } from './recommend';
import { reproduce } from './reproduce';

const SCHEMAS: Readonly<Record<JsonKind, { readonly title: string; readonly schema: { json: Json; defs: Json } }>> = {
  fit: { title: 'kernelscope fit --json', schema: either(fit, components) },
  recommend: { title: 'kernelscope recommend --json', schema: recommend },
  compare: { title: 'kernelscope compare --json', schema: compare },
  predict: { title: 'kernelscope predict --json', schema: predict },
  inspect: { title: 'kernelscope inspect --json', schema: inspect },
  methods: { title: 'kernelscope methods --json', schema: methods },
  method: { title: 'kernelscope methods ID --json', schema: oneMethod },
  reproduce: { title: 'kernelscope reproduce --json', schema: reproduce },
  model: { title: 'model.json of kernelscope export --as json', schema: model },
  failure: { title: 'kernelscope … --json -, where it fails', schema: failure },
};

/** The JSON Schema of a kind as its file holds it. */
export function jsonSchema(kind: JsonKind): Json {
  const { title, schema } = SCHEMAS[kind];
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: schemaId(kind), title };
  return { ...head, ...standing(schema) };
}

/** Those of everything that is written as JSON. */
export const jsonSchemas = () => JSON_KINDS.map((kind) => [kind, jsonSchema(kind)] as const);
