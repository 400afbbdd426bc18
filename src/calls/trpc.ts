import "../platform/fields/issues.ts";
import type { Readable } from "node:stream";
import { initTRPC, TRPCError } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { FastifyBaseLogger } from "fastify";
import superjson from "superjson";
import type { Context } from "../platform/context.ts";
import type { Caller } from "../identity/audit/record-event.ts";
import type { Ability } from "../identity/roles/roles.rule.ts";
import type { SessionCookies } from "../identity/sessions/cookies.ts";
import { toErrorResponse } from "./errors-to-http.ts";
import type { DeclaredCall } from "./call.ts";
import type { Permission } from "./guards.ts";

/** What a procedure receives: the app and the call. */
export interface CallContext {
  app: Context;
  caller: Caller;
  cookies: SessionCookies;
  /** The credentials of `Authorization: Bearer …`; the call then has no cookies. */
  bearer: string | undefined;
  /** The `Idempotency-Key` header, unvalidated. */
  idempotencyKey: string | undefined;
  /** Logs with the request's id. */
  log: FastifyBaseLogger;
  setHeader(name: string, value: string): void;
  /** Keeps the client's connection open without data for longer than the server does otherwise. */
  extendTimeout(milliseconds: number): void;
  /** Calls back when the response has been sent, or the client has gone. */
  onSent(callback: () => void): void;
  /** Absent over tRPC. */
  rest?: RestRequest;
  /** Over tRPC, returns path and query of the REST call with the same input. */
  restUrl?: () => Promise<string | undefined>;
}

interface RestRequest {
  /** Path and query of the request. */
  url: string;
  /** Makes the status of a success 200, because the call has found done what it asks for. */
  markRepeated(): void;
  isRepeated(): boolean;
  /** Sends batches of JSON objects as they are read, instead of the result. */
  streamRows(rows: AsyncGenerator<string>): void;
  /** Sends a CSV file instead of the result. */
  sendFile(name: string, csv: Readable): void;
}

/** A procedure's declaration: its kind sets permission and ability, `call()` the rest. */
export interface CallMeta extends DeclaredCall {
  permission?: Permission;
  /** The ability that the role of an administrator must have. */
  ability?: Ability;
}

type Envelope = Parameters<typeof superjson.deserialize>[0];

/**
 * The types beyond JSON that superjson may create from an input. Typed arrays are excluded because ten bytes of input
 * can allocate a gigabyte, and sets and maps because they take quadratic time.
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

/** @param notes superjson's tree; a leaf is `[type]`, an inner node `[type, children]` */
function hasOnlyAllowedTypes(notes: unknown): boolean {
  if (typeof notes !== "object" || notes === null) return true;
  if (!Array.isArray(notes)) return Object.values(notes).every(hasOnlyAllowedTypes);
  const [type, children] = notes as unknown[];
  return allowedTypes.has(type) && hasOnlyAllowedTypes(children);
}

const transformer = {
  serialize: superjson.serialize,
  deserialize(value: Envelope) {
    try {
      if (!hasOnlyAllowedTypes(value.meta?.values))
        throw new TypeError("The input contains a type that no call accepts");
      return superjson.deserialize(value);
    } catch (cause) {
      throw new TRPCError({ code: "BAD_REQUEST", cause });
    }
  },
};

export const t = initTRPC
  .context<CallContext>()
  .meta<CallMeta>()
  .create({
    transformer,
    // Otherwise tRPC sends stack traces unless NODE_ENV is production.
    isDev: false,
    // Comments keep streams open through proxies, and let clients notice an interrupted one.
    sse: {
      ping: { enabled: true, intervalMs: 15_000 },
      client: { reconnectAfterInactivityMs: 40_000 },
    },
    errorFormatter({ error, shape }) {
      const { code, status, message, details } = toErrorResponse(error);
      return {
        ...shape,
        message,
        code: TRPC_ERROR_CODES_BY_KEY[code],
        data: { code, httpStatus: status, path: shape.data.path, ...details },
      };
    },
  });
