// Required before anything else (node --require): the engine seems to lack relaxed SIMD, and the linear algebra takes its plain core.
WebAssembly.validate = () => false;
require('node:v8').setFlagsFromString = () => {};
