import "../../platform/lib/validation-messages.ts";
import { initTRPC, TRPCError } from "@trpc/server";
import type { FastifyBaseLogger } from "fastify";
import superjson from "superjson";
import type { OpenApiMeta } from "trpc-to-openapi";
import type { Context } from "../../platform/context.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import type { SessionCookies } from "../sessions/cookies.ts";
import { toErrorResponse } from "./errors-to-http.ts";
import type { Permission } from "./permissions.ts";

/** What a procedure works with: the app, and the one call that it answers. */
export interface CallContext {
  app: Context;
  caller: Caller;
  cookies: SessionCookies;
  /** The `Idempotency-Key` header, as it was sent. */
  idempotencyKey: string | undefined;
  /** With the request's id. */
  log: FastifyBaseLogger;
  /** Who the caller turned out to be, on whatever copy of this. */
  known: { actor?: { kind: "trader" | "administrator"; id: number } };
  setHeader(name: string, value: string): void;
}

export interface ProcedureMeta extends Record<string, unknown> {
  openapi?: OpenApiMeta["openapi"];
  /** The status of a REST call that succeeds; 200 where nothing is said. */
  successStatus?: 201;
  /** Whose session the procedure's guard asks for; only `procedures.ts` sets it. */
  caller?: Permission;
}

type Envelope = Parameters<typeof superjson.deserialize>[0];

/**
 * What superjson may make of an input beyond JSON. Its typed arrays are as long as a number says, a
 * gigabyte for ten bytes, and its sets and maps are walked through for each path into them.
 */
const allowedTypes: ReadonlySet<unknown> = new Set([
  "undefined",
  "Date",
  "number",
  "bigint",
  "regexp",
  "URL",
  "Error",
]);

/** @param notes superjson's tree: a leaf is `[type]`, with what is below it second */
function hasOnlyAllowedTypes(notes: unknown): boolean {
  if (typeof notes !== "object" || notes === null) return true;
  if (!Array.isArray(notes)) return Object.values(notes).every(hasOnlyAllowedTypes);
  const [type, below] = notes as unknown[];
  return allowedTypes.has(type) && hasOnlyAllowedTypes(below);
}

const transformer = {
  serialize: superjson.serialize,
  deserialize(value: Envelope) {
    try {
      if (!hasOnlyAllowedTypes(value.meta?.values))
        throw new TypeError("The input is of a type that none has");
      return superjson.deserialize(value);
    } catch (cause) {
      throw new TRPCError({ code: "BAD_REQUEST", cause });
    }
  },
};

export const t = initTRPC
  .context<CallContext>()
  .meta<ProcedureMeta>()
  .create({
    transformer,
    // Stacks stay here; tRPC would add them outside NODE_ENV=production.
    isDev: false,
    errorFormatter({ error, shape }) {
      const { code, status, message, details } = toErrorResponse(error);
      return {
        ...shape,
        message,
        data: { code, httpStatus: status, path: shape.data.path, ...details },
      };
    },
  });
