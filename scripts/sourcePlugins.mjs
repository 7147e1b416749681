import { coreWasmPlugin } from './coreWasm.mjs';
import { reportPagePlugin } from './reportPage.mjs';
import { textsPlugin } from './texts.mjs';

/**
 * All plugins that a bundle of src may need: whoever builds one takes all of them, so that a tool goes on to build when
 * src begins to use another.
 */
export const sourcePlugins = [coreWasmPlugin, reportPagePlugin, textsPlugin];
