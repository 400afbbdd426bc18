import type { Context } from "../platform/context.ts";
import { withIdempotency } from "./with-idempotency.ts";
import { RefusalError } from "../platform/errors.ts";
import { MINUTE } from "../platform/time/durations.rule.ts";
import type { Actors, Permission } from "./guards.ts";
import type { CallContext } from "./trpc.ts";
import { z } from "zod";

/** Marks a response that was stored by an earlier call with the same key. */
const REPLAYED_HEADER = "Idempotent-Replayed";

interface Write {
  actor: Actors[Permission];
  /** The name of the call. */
  operation: string;
  /** Everything that the caller has sent; not read if the call has no key. */
  readInput: () => Promise<unknown>;
  /** See `CallDeclaration`. */
  isLong?: boolean | undefined;
}

/** The largest statements take longer on a busy machine than the server waits for idle connections. */
const LONGEST_CALL = 10 * MINUTE;

/**
 * Executes a write, at most once per `Idempotency-Key` if the call has one. Keys are scoped to an actor, so they are
 * ignored before sign-in.
 * @param work receives the context to write with
 * @throws RefusalError if the header is not a valid key, or the key was used with another input
 */
export async function answerOnce<Answer>(
  call: CallContext,
  { actor, operation, readInput, isLong }: Write,
  work: (app: Context) => Promise<Answer>,
): Promise<Answer> {
  const key = actor && readIdempotencyKey(call);
  const app = isLong ? await extendLimits(call) : call.app;
  if (actor === undefined || key === undefined) return work(app);
  const idempotentCall = {
    actor: identify(actor),
    operation,
    key,
    input: await readInput(),
    wasDone: () => call.rest?.isRepeated() ?? false,
  };
  const { answer, isRepeated, wasDone } = await withIdempotency(app, idempotentCall, work);
  if (isRepeated) {
    call.setHeader(REPLAYED_HEADER, "true");
    if (wasDone) call.rest?.markRepeated();
  }
  return answer;
}

async function extendLimits(call: CallContext): Promise<Context> {
  // The client has sent everything and waits; Node restores the server's timeout for the next request.
  call.extendTimeout(LONGEST_CALL);
  const { app } = call;
  const { admission } = app.database;
  const connections = await app.recordConnections.open();
  return { ...app, database: { ...connections, ...(admission && { admission }) } };
}

function identify(actor: NonNullable<Actors[Permission]>) {
  return { kind: actor.kind, id: actor.kind === "trader" ? actor.trader.id : actor.id };
}

function readIdempotencyKey(call: CallContext): string | undefined {
  const { success, data, error } = idempotencyKey.safeParse(call.idempotencyKey);
  if (!success) throw new RefusalError("invalid", error.issues[0]!.message);
  return data;
}

/** The `Idempotency-Key` header of a write. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, {
    error: "Idempotency-Key must be 1 to 255 visible characters",
  })
  .meta({
    description:
      "Chosen by the caller, such as a UUID. For a day, repeating a request with the same key and body returns the same response, with the header `Idempotent-Replayed: true`, and changes nothing again.",
    examples: ["0d5fe2a4-6c1e-4b7a-9b54-0f2f9a3f7c11"],
  })
  .optional();
