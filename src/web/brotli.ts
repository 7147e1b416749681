import { decompressBrotli } from 'hyparquet-compressors/src/brotli.js';

/** Browsers unpack Brotli for themselves alone: this is read where a table needs it. */
Object.assign(globalThis, { kernelscopeBrotli: decompressBrotli });
