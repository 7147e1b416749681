import { decompressBrotli } from 'hyparquet-compressors/src/brotli.js';

/** Scripts cannot use the Brotli of browsers: this bundle is read when a table needs it. */
Object.assign(globalThis, { kernelscopeBrotli: decompressBrotli });
