import type { Kysely } from "kysely";
import { type CallTransaction, type Database, kyselyOf } from "./database.ts";
import type { Transaction } from "./orm.ts";
import type { Tables } from "./tables.ts";

/** A database whose transactions are committed together at the end of a call. */
export interface JoinedCall {
  database: Database;
  /** Returns the entity manager of the transaction, which begins unless it already has. */
  begin(): Promise<Transaction>;
  /** Returns whether the call holds a connection for its transaction. */
  isOpen(): boolean;
  /** Returns whether at least one part of the transaction has succeeded. */
  hasWritten(): boolean;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * Joins all transactions of a call into one. It begins with the first `inTransaction`, so that a call uses no
 * connection while it checks its input or receives a file. Each `inTransaction` is a savepoint, which can be retried on
 * its own after a deadlock. From then on, `database.kysely` reads what the call has written.
 * @param onBegin runs at the beginning of the transaction
 */
export function joinTransactions(
  database: Database,
  onBegin: (transaction: Transaction) => Promise<void>,
): JoinedCall {
  let transaction: Transaction | undefined;
  let beginning: Promise<Transaction> | undefined;
  let hasWritten = false;
  /** Two parts that begin at once share the transaction. */
  function begin(): Promise<Transaction> {
    beginning ??= open().catch((error: unknown) => {
      beginning = undefined;
      throw error;
    });
    return beginning;
  }
  async function open(): Promise<Transaction> {
    const begun = database.orm.em.fork();
    await begun.begin();
    try {
      await onBegin(begun);
    } catch (error) {
      // The rollback fails if the connection is lost, which also ends the transaction.
      await begun.rollback().catch(() => {});
      throw error;
    }
    transaction = begun;
    return begun;
  }
  function end(): void {
    transaction = undefined;
    beginning = undefined;
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
  const current = () => (transaction ? kyselyOf(transaction) : database.kysely);
  return {
    database: { ...database, kysely: followKysely(current), call },
    begin,
    isOpen: () => beginning !== undefined,
    hasWritten: () => hasWritten,
    async commit() {
      await transaction?.commit();
      end();
      for (const effect of call.afterCommit) await effect();
    },
    async rollback() {
      await transaction?.rollback();
      end();
    },
  };
}

/** Returns a Kysely that runs each query on the connection that is current when the query starts. */
function followKysely(current: () => Kysely<Tables>): Kysely<Tables> {
  return new Proxy(current(), {
    get(_, name) {
      const kysely = current();
      const value: unknown = Reflect.get(kysely, name, kysely);
      return typeof value === "function" ? (value.bind(kysely) as unknown) : value;
    },
  });
}
