import type { Kysely } from "kysely";
import { type CallTransaction, type Database, kyselyOf } from "./database.ts";
import type { Em } from "./orm.ts";
import type { Tables } from "./tables.ts";

/** A database whose transactions are committed together, when the call is complete. */
export interface WholeCall {
  database: Database;
  /** The entity manager of the transaction; begins it if nothing has been written yet. */
  begin(): Promise<Em>;
  /** Whether a part of the transaction has been completed. */
  hasWritten(): boolean;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * Joins all transactions of a call. The first `inTransaction` begins the transaction, so a call that checks its
 * input or receives a file holds no connection meanwhile; each is a savepoint, so one that fails or meets a
 * deadlock can be retried alone. From then on `database.kysely` reads what the call has written.
 * @param onBegin runs first in the transaction
 */
export function joinTransactions(
  database: Database,
  onBegin: (em: Em) => Promise<void>,
): WholeCall {
  let em: Em | undefined;
  let hasWritten = false;
  async function begin(): Promise<Em> {
    if (em) return em;
    const begun = database.orm.em.fork();
    await begun.begin();
    try {
      await onBegin(begun);
    } catch (error) {
      // Fails if the connection is lost, and with it the transaction.
      await begun.rollback().catch(() => {});
      throw error;
    }
    em = begun;
    return begun;
  }
  const call: CallTransaction = {
    async run(work) {
      const fork = (await begin()).fork({ keepTransactionContext: true });
      const result = await fork.transactional((part) => work(part));
      hasWritten = true;
      return result;
    },
    afterCommit: [],
  };
  const current = () => (em ? kyselyOf(em) : database.kysely);
  return {
    database: { ...database, kysely: followKysely(current), call },
    begin,
    hasWritten: () => hasWritten,
    async commit() {
      await em?.commit();
      em = undefined;
      for (const effect of call.afterCommit) await effect();
    },
    async rollback() {
      await em?.rollback();
      em = undefined;
    },
  };
}

/** Starts each query on the connection that is current at that time. */
function followKysely(current: () => Kysely<Tables>): Kysely<Tables> {
  return new Proxy(current(), {
    get(_, name) {
      const kysely = current();
      const value: unknown = Reflect.get(kysely, name, kysely);
      return typeof value === "function" ? (value.bind(kysely) as unknown) : value;
    },
  });
}
