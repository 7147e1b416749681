import { bytes } from 'kernelscope-core/plain';

/** The build for engines without relaxed SIMD: a function of its own, since hardly any process needs it. */
export function plainCore(): Uint8Array<ArrayBuffer> {
  return bytes();
}
