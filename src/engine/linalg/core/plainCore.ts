import { bytes } from 'kernelscope-core/plain';

/** The core's build for engines without relaxed SIMD, in a separate bundle because few processes need it. */
export function plainCore(): Uint8Array<ArrayBuffer> {
  return bytes();
}
