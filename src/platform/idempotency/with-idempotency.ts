import type { Generated, Kysely } from "kysely";
import superjson from "superjson";
import type { Context } from "../context.ts";
import { inTransaction, kyselyOf } from "../database/database.ts";
import type { Em } from "../database/orm.ts";
import type { Tables } from "../database/tables.ts";
import { RefusalError } from "../lib/errors.ts";
import { hashToken } from "../lib/tokens.ts";

/** A write that its caller may repeat. */
export interface IdempotentCall {
  actor: { kind: "trader" | "administrator" | "token"; id: number };
  /** The name of the procedure: the same key may be used for another one. */
  operation: string;
  /** The `Idempotency-Key` header. */
  key: string | undefined;
  /** The validated input. */
  input: object;
}

/** Answers are encrypted, because they may contain secrets that the database keeps in no other form. */
const boundTo = (id: string) => `idempotent_calls.answer:${id}`;

/**
 * Runs a write in a transaction of its own. If the call has a key that was used before, returns the
 * first answer without running `work`. Key and answer are stored by the same transaction: a key is free
 * again if `work` throws, and a concurrent call with the same key waits for the first one to end.
 * @throws RefusalError if the key was used with another input
 */
export function withIdempotency<Answer>(
  context: Context,
  call: IdempotentCall,
  work: (em: Em) => Promise<Answer>,
): Promise<Answer> {
  const { cipher, database } = context;
  const { key } = call;
  return inTransaction(database, async (em) => {
    if (key === undefined) return work(em);
    const kysely = kyselyOf(em);
    const id = await claimKey(context, kysely, { ...call, key });
    if (id === undefined) {
      const earlier = await readAnswer(kysely, { ...call, key });
      return superjson.parse<Answer>(cipher.decrypt(earlier.answer, boundTo(earlier.id)));
    }
    const answer = await work(em);
    await kysely
      .updateTable("idempotent_calls")
      .set({ answer: cipher.encrypt(superjson.stringify(answer), boundTo(id)) })
      .where("id", "=", id)
      .execute();
    return answer;
  });
}

type KeyedCall = IdempotentCall & { key: string };

const hashInput = ({ input }: KeyedCall) => hashToken(JSON.stringify(input));

/** @returns the id of the call; `undefined` if an earlier call has used the key */
async function claimKey(
  { clock }: Context,
  kysely: Kysely<Tables>,
  call: KeyedCall,
): Promise<string | undefined> {
  const claimed = await kysely
    .insertInto("idempotent_calls")
    .values({
      actor_kind: call.actor.kind,
      actor_id: call.actor.id,
      operation: call.operation,
      key_hash: hashToken(call.key),
      input_hash: hashInput(call),
      created_at: clock.now().toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return claimed?.id;
}

async function readAnswer(kysely: Kysely<Tables>, call: KeyedCall) {
  const earlier = await kysely
    .selectFrom("idempotent_calls")
    .select(["id", "input_hash as inputHash", "answer"])
    .where("actor_kind", "=", call.actor.kind)
    .where("actor_id", "=", call.actor.id)
    .where("operation", "=", call.operation)
    .where("key_hash", "=", hashToken(call.key))
    .executeTakeFirstOrThrow();
  if (earlier.inputHash === hashInput(call) && earlier.answer !== null)
    return { id: earlier.id, answer: earlier.answer };
  throw new RefusalError(
    "unprocessable",
    "This Idempotency-Key was used for another request. Use a new key for a new request.",
  );
}

declare module "../database/tables.ts" {
  interface Tables {
    idempotent_calls: {
      id: Generated<string>;
      actor_kind: IdempotentCall["actor"]["kind"];
      actor_id: number;
      operation: string;
      key_hash: string;
      input_hash: string;
      /** Set by the transaction that inserts the row. */
      answer: Generated<string | null>;
      created_at: string;
    };
  }
}
