// The Content-Security-Policy forbids `new Function`, with which zod would compile its schemas. This module
// comes before zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
