import { KernelscopeError } from '../contract/failure';

/** `parameter/invalid` about the parameter `name`. */
export function invalid(name: string, value: number | string, sentence: string): KernelscopeError {
  return new KernelscopeError('parameter/invalid', sentence, { name, value });
}
