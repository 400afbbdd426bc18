import superjson from "superjson";
import type { Context } from "../platform/context.ts";
import { joinTransactions, type JoinedCall } from "../platform/database/call-transaction.ts";
import { afterCommit, kyselyOf } from "../platform/database/database.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { RefusalError } from "../platform/errors.ts";
import type { Throttle } from "../platform/throttle/throttle.ts";
import { hashToken } from "../platform/vault/tokens.ts";
import type { IdempotentActorKind } from "./idempotent-call.entity.ts";

/** A write that its caller may retry. */
export interface IdempotentCall {
  actor: { kind: IdempotentActorKind; id: number };
  /** The name of the call. Different calls may use the same key. */
  operation: string;
  /** The `Idempotency-Key` header. */
  key: string;
  /** The complete input that the caller has sent. */
  input: unknown;
  /** Whether the command has found done what it was asked for, which is stored with its answer. */
  wasDone?: () => boolean;
}

export interface IdempotentAnswer<Answer> {
  answer: Answer;
  /** Whether this is the answer of an earlier call. */
  isRepeated: boolean;
  /** Whether the command had found done what it was asked for. */
  wasDone?: boolean | undefined;
}

/** The encrypted part of a stored call. Answers may contain secrets, and a plain hash could reveal short inputs. */
interface SealedCall {
  inputHash: string;
  answer: unknown;
  wasDone?: boolean | undefined;
}

const boundTo = (id: string) => `idempotent_calls.answer:${id}`;

/** A concurrent call has claimed the key. */
class KeyTakenError extends Error {}

/**
 * Runs a command once per key. If the key was used before, returns the first answer without running `work`. Key, change
 * and answer are stored in one transaction: the key can be used again if `work` fails, and concurrent calls with the
 * same key wait until the first one ends.
 * @param work must write with the given context, whose transactions are committed together at the end
 * @throws RefusalError if the key was used with a different input
 */
export async function withIdempotency<Answer>(
  context: Context,
  call: IdempotentCall,
  work: (context: Context) => Promise<Answer>,
): Promise<IdempotentAnswer<Answer>> {
  const earlier = await findAnswer<Answer>(context, call);
  if (earlier) return earlier;
  let claimed = "";
  const joined = joinTransactions(context.database, async (transaction) => {
    claimed = await claimKey(context, transaction, call);
  });
  try {
    const throttle = throttleOutside(joined, context.throttle);
    const answer = await work({ ...context, database: joined.database, throttle });
    const transaction = await joined.begin();
    const wasDone = call.wasDone?.() || undefined;
    const sealed = { inputHash: hashInput(call), answer, wasDone };
    await storeAnswer(context, transaction, claimed, sealed);
    await joined.commit();
    return { answer, isRepeated: false, wasDone };
  } catch (error) {
    await abandon(joined, error, claimed);
    // A concurrent call may have succeeded in the meantime and caused this failure.
    const other = await findAnswer<Answer>(context, call).catch((later: unknown) => {
      throw isRefusal(later) ? later : error;
    });
    if (other) return other;
    throw error;
  }
}

/**
 * Returns the throttle of a call that may hold a connection for its transaction. A throttle uses another one, so calls
 * that hold all connections of the pool would wait for each other: attempts must be counted before the transaction, and
 * are given back after it.
 */
function throttleOutside({ database, isOpen }: JoinedCall, throttle: Throttle): Throttle {
  const after = (effect: () => Promise<void>) =>
    isOpen() ? afterCommit(database, effect) : effect();
  return {
    async consume(name, key) {
      if (isOpen()) throw new Error(`${name} must be consumed before the call's transaction`);
      await throttle.consume(name, key);
    },
    refund: (name, key) => after(() => throttle.refund(name, key)),
    reset: (name, key) => after(() => throttle.reset(name, key)),
  };
}

const hashInput = ({ input }: IdempotentCall) => hashToken(superjson.stringify(input));

/**
 * Ends the transaction of a failed call. After a refusal, keeps what the same call would have committed without a key,
 * such as a count of attempts. Any other failure rolls everything back.
 */
async function abandon(joined: JoinedCall, error: unknown, claimed: string): Promise<void> {
  try {
    if (!isRefusal(error) || !joined.hasWritten()) return await joined.rollback();
    const kysely = kyselyOf(await joined.begin());
    await kysely.deleteFrom("idempotent_calls").where("id", "=", claimed).execute();
    return await joined.commit();
  } catch {
    // The connection was lost, which also ended the transaction.
    return undefined;
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof RefusalError || (error instanceof Error && error.cause instanceof RefusalError)
  );
}

/** @throws KeyTakenError if a concurrent call with the same key was committed */
async function claimKey(
  { clock }: Context,
  transaction: Transaction,
  call: IdempotentCall,
): Promise<string> {
  const claimed = await kyselyOf(transaction)
    .insertInto("idempotent_calls")
    .values({
      actor_kind: call.actor.kind,
      actor_id: call.actor.id,
      operation: call.operation,
      key_hash: hashToken(call.key),
      // Only the previous release uses this column; the hash is now encrypted together with the answer.
      input_hash: "",
      created_at: clock.now().toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!claimed) throw new KeyTakenError("A concurrent call has used the key");
  return claimed.id;
}

async function storeAnswer(
  { cipher }: Context,
  transaction: Transaction,
  id: string,
  sealed: SealedCall,
): Promise<void> {
  await kyselyOf(transaction)
    .updateTable("idempotent_calls")
    .set({ answer: cipher.encrypt(superjson.stringify(sealed), boundTo(id)) })
    .where("id", "=", id)
    .execute();
}

/** @throws RefusalError if the key was used with a different input */
async function findAnswer<Answer>(
  { cipher, database }: Context,
  call: IdempotentCall,
): Promise<IdempotentAnswer<Answer> | undefined> {
  const earlier = await database.kysely
    .selectFrom("idempotent_calls")
    .select(["id", "answer"])
    .where("actor_kind", "=", call.actor.kind)
    .where("actor_id", "=", call.actor.id)
    .where("operation", "=", call.operation)
    .where("key_hash", "=", hashToken(call.key))
    .executeTakeFirst();
  if (!earlier) return undefined;
  const sealed = superjson.parse<SealedCall>(cipher.decrypt(earlier.answer!, boundTo(earlier.id)));
  if (sealed.inputHash === hashInput(call)) {
    const { answer, wasDone } = sealed;
    return { answer: answer as Answer, isRepeated: true, wasDone };
  }
  throw new RefusalError(
    "unprocessable",
    "This Idempotency-Key was used for another request. Use a new key for a new request.",
  );
}
