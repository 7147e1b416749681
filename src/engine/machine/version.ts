/** Filled in by the bundler from package.json. */
declare const KERNELSCOPE_VERSION: string;

export const version: string = KERNELSCOPE_VERSION;
