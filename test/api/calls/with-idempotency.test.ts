import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type IdempotentCall, withIdempotency } from "../../../src/calls/with-idempotency.ts";
import { afterCommit, inTransaction, kyselyOf } from "../../../src/platform/database/database.ts";
import type { Transaction } from "../../../src/platform/database/orm.ts";
import { RefusalError } from "../../../src/platform/errors.ts";
import { startApp, type TestApp } from "../../support/app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());
beforeEach(() => test.context.database.pool.query("delete from idempotent_calls"));

const call = (changes: Partial<IdempotentCall> = {}): IdempotentCall => ({
  actor: { kind: "trader", id: 7 },
  operation: "trader.payouts.request",
  key: "one",
  input: { amount: "5.00" },
  ...changes,
});

let runs = 0;

/** Executes a write that returns a different response on each run. */
async function write(idempotentCall: IdempotentCall) {
  const { answer } = await withIdempotency(test.context, idempotentCall, async () => {
    runs += 1;
    return { run: runs, secret: "s3cret", createdAt: new Date(0), note: null };
  });
  return answer;
}

describe("a call with a key", () => {
  it("runs once, and repetitions return its response with dates as Date objects", async () => {
    const first = await write(call());
    expect(await write(call())).toEqual(first);
    expect(first.createdAt).toBeInstanceOf(Date);
  });

  it.each<[string, Partial<IdempotentCall>]>([
    ["key", { key: "two" }],
    ["operation", { operation: "trader.updateProfile" }],
    ["actor", { actor: { kind: "trader", id: 8 } }],
    ["kind of actor with the same id", { actor: { kind: "administrator", id: 7 } }],
  ])("does not return the stored response for another %s", async (_, changes) => {
    const first = await write(call());
    expect((await write(call(changes))).run).toBe(first.run + 1);
  });

  it("is rejected if it is repeated with different input", async () => {
    await write(call());
    await expect(write(call({ input: { amount: "6.00" } }))).rejects.toMatchObject({
      code: "unprocessable",
      message:
        "This Idempotency-Key was used for another request. Use a new key for a new request.",
    });
  });

  it("does not consume the key if it fails", async () => {
    const failing = withIdempotency(test.context, call(), () =>
      Promise.reject(new Error("The disk is full")),
    );
    await expect(failing).rejects.toThrow("The disk is full");
    const later = await write(call({ input: { amount: "6.00" } }));
    expect(await write(call({ input: { amount: "6.00" } }))).toEqual(later);
  });

  it("waits for a concurrent call with the same key, and returns its response", async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const slow = withIdempotency(test.context, call(), ({ database }) =>
      inTransaction(database, async () => {
        start();
        await release;
        return { run: 0 };
      }),
    );
    await started;
    const second = withIdempotency(test.context, call(), ({ database }) =>
      inTransaction(database, async () => ({ run: 1 })),
    );
    const blocked = () =>
      test.context.database.pool.query(
        `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
    await expect.poll(async () => (await blocked()).rowCount).toBe(1);
    resolve();
    expect([await slow, await second]).toEqual([
      { answer: { run: 0 }, isRepeated: false },
      { answer: { run: 0 }, isRepeated: true },
    ]);
  });

  it("returns the response of a concurrent call with the same key that made this one fail", async () => {
    const outcome = await withIdempotency(test.context, call(), async () => {
      await withIdempotency(test.context, call(), async () => "the first answer");
      throw new RefusalError("conflict", "The state has changed");
    });
    expect(outcome).toEqual({ answer: "the first answer", isRepeated: true });
  });

  it("stores its response encrypted and bound to its row", async () => {
    const { pool } = test.context.database;
    await write(call());
    const { rows } = await pool.query(
      "select to_jsonb(idempotent_calls)::text as row from idempotent_calls",
    );
    expect(rows[0].row).not.toContain("s3cret");
    expect(rows[0].row).not.toContain('"one"');
    await write(call({ key: "two" }));
    await pool.query(
      `update idempotent_calls set answer = (select answer from idempotent_calls order by id limit 1)`,
    );
    await expect(write(call({ key: "two" }))).rejects.toThrow(/unable to authenticate data/);
  });
});

describe("the transactions of a call", () => {
  const insert = (transaction: Transaction, key: string) =>
    kyselyOf(transaction)
      .insertInto("admins")
      .values({
        label: "written",
        access_key: key,
        created_at: new Date().toISOString(),
        revoked_at: null,
      })
      .execute();
  const keys = async () => {
    const { pool } = test.context.database;
    const { rows } = await pool.query<{ key: string }>(
      "select access_key as key from admins where label = 'written' order by key",
    );
    return rows.map(({ key }) => key);
  };
  beforeEach(() => test.context.database.pool.query("delete from admins where label = 'written'"));

  it("are committed together, and see the writes of the call", async () => {
    const during: unknown[] = [];
    await withIdempotency(test.context, call(), async ({ database }) => {
      const { kysely } = database;
      await inTransaction(database, (transaction) => insert(transaction, "a"));
      await inTransaction(database, (transaction) => insert(transaction, "b"));
      const reads = kysely.selectFrom("admins").select("access_key as key");
      during.push(await reads.where("label", "=", "written").orderBy("key").execute());
      during.push(await keys());
    });
    expect(during).toEqual([[{ key: "a" }, { key: "b" }], []]);
    expect(await keys()).toEqual(["a", "b"]);
  });

  it("are rolled back without effects if the call fails unexpectedly", async () => {
    let effects = 0;
    const failing = withIdempotency(test.context, call(), async ({ database }) => {
      await inTransaction(database, (transaction) => insert(transaction, "a"));
      await afterCommit(database, async () => {
        effects += 1;
      });
      throw new Error("A bug");
    });
    await expect(failing).rejects.toThrow("A bug");
    expect([await keys(), effects]).toEqual([[], 0]);
  });

  it("stay committed without consuming the key if the call is rejected later", async () => {
    const refused = withIdempotency(test.context, call(), async ({ database }) => {
      await inTransaction(database, (transaction) => insert(transaction, "attempt"));
      throw new RefusalError("forbidden", "The code is wrong");
    });
    await expect(refused).rejects.toThrow("The code is wrong");
    expect(await keys()).toEqual(["attempt"]);
    expect(await write(call({ input: { amount: "6.00" } }))).toMatchObject({ secret: "s3cret" });
  });

  it("continue after one of them has failed", async () => {
    await withIdempotency(test.context, call(), async ({ database }) => {
      await inTransaction(database, (transaction) => insert(transaction, "a"));
      const twice = inTransaction(database, (transaction) => insert(transaction, "a"));
      await expect(twice).rejects.toThrow(/duplicate key/);
      await inTransaction(database, (transaction) => insert(transaction, "b"));
    });
    expect(await keys()).toEqual(["a", "b"]);
  });

  it("are retried individually after a deadlock, and effects run only after the commit", async () => {
    let attempts = 0;
    const order: string[] = [];
    await withIdempotency(test.context, call(), async ({ database }) => {
      await inTransaction(database, (transaction) => insert(transaction, "a"));
      await inTransaction(database, async (transaction) => {
        await insert(transaction, "b");
        attempts += 1;
        if (attempts === 1) throw Object.assign(new Error("deadlock"), { code: "40P01" });
      });
      await afterCommit(database, async () => {
        order.push(`committed ${(await keys()).join(" ")}`);
      });
      order.push("answered");
    });
    expect(order).toEqual(["answered", "committed a b"]);
    expect(attempts).toBe(2);
  });

  it("leak no connections if calls fail", async () => {
    for (let round = 0; round < 25; round += 1) {
      const failing = withIdempotency(test.context, call(), async ({ database }) => {
        await inTransaction(database, (transaction) => insert(transaction, "a"));
        throw new Error("A bug");
      });
      await expect(failing).rejects.toThrow("A bug");
    }
    const { pool } = test.context.database;
    // A loop of the app may use one for a moment; a leaked one would never come back.
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  });
});
