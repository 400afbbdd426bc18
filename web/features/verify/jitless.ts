// The Content-Security-Policy forbids `new Function`, which zod uses to compile its schemas. This module must be
// imported before zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
