import { didYouMean } from '../contract/closest';
import { KernelscopeError } from '../contract/failure';
import type { MethodSpec, ParameterSchema, Parameters, ParameterValue } from '../contract/method';
import { parameterValue, valuesOf } from '../words/parameterValue';

/**
 * Checks the parameters that a person set against the method's schema, and turns text from a command line or a form
 * into numbers and switches. Throws `parameter/unknown` with the closest name, or `parameter/invalid` with the range or
 * the choices.
 */
export function checkParameters(
  method: MethodSpec,
  given: Readonly<Record<string, string | number | boolean>>,
): Parameters {
  const checked: Record<string, ParameterValue> = {};
  for (const [name, value] of Object.entries(given)) {
    const schema = method.parameters.find((parameter) => parameter.name === name);
    if (!schema) throw unknownParameter(method, name);
    const taken = parameterValue(schema, value);
    if (taken === undefined) throw invalid(schema, value);
    checked[name] = taken;
  }
  return checked;
}

/** The failure `parameter/unknown`, with the closest name. `beside`: other names that could have been meant. */
export function unknownParameter(method: MethodSpec, name: string, beside: readonly string[] = []): KernelscopeError {
  const known = [...method.parameters.map((parameter) => parameter.name), ...beside];
  const advice = didYouMean(name, known) ?? `It takes ${known.join(', ')}.`;
  return new KernelscopeError('parameter/unknown', `${method.title} has no parameter "${name}". ${advice}`, {
    name,
    known,
  });
}

function invalid(schema: ParameterSchema, value: ParameterValue): KernelscopeError {
  const advice = schema.type === 'choice' ? didYouMean(String(value).trim(), schema.choices ?? []) : undefined;
  const message = [`${schema.name} must be ${valuesOf(schema)}; it is "${value}".`, advice].filter(Boolean).join(' ');
  return new KernelscopeError('parameter/invalid', message, { name: schema.name, value });
}
