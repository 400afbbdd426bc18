// oxlint-disable-next-line typescript/triple-slash-reference -- the router's types need the entities' row types
/// <reference path="../src/entities.ts" />
// The packed client has generated declarations in place of this file: scripts/client-types.ts.
export type { AppRouter } from "../src/http/app-router.ts";
