import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type IdempotentCall,
  withIdempotency,
} from "../../../src/platform/idempotency/with-idempotency.ts";
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

/** A write that returns another answer each time it runs. */
async function write(of: IdempotentCall) {
  return withIdempotency(test.context, of, async () => {
    runs += 1;
    return { run: runs, secret: "s3cret", createdAt: new Date(0), note: null };
  });
}

describe("a call with a key", () => {
  it("runs once, and repeats return its answer with dates as dates", async () => {
    const first = await write(call());
    expect(await write(call())).toEqual(first);
    expect(first.createdAt).toBeInstanceOf(Date);
  });

  it.each<[string, Partial<IdempotentCall>]>([
    ["key", { key: "two" }],
    ["operation", { operation: "trader.updateProfile" }],
    ["actor", { actor: { kind: "trader", id: 8 } }],
    ["kind of actor with the same id", { actor: { kind: "administrator", id: 7 } }],
  ])("does not answer for another %s", async (_, changes) => {
    const first = await write(call());
    expect((await write(call(changes))).run).toBe(first.run + 1);
  });

  it("is rejected with another input", async () => {
    await write(call());
    await expect(write(call({ input: { amount: "6.00" } }))).rejects.toMatchObject({
      code: "unprocessable",
      message:
        "This Idempotency-Key was used for another request. Use a new key for a new request.",
    });
  });

  it("leaves the key free if it fails", async () => {
    const failing = withIdempotency(test.context, call(), () =>
      Promise.reject(new Error("The disk is full")),
    );
    await expect(failing).rejects.toThrow("The disk is full");
    const later = await write(call({ input: { amount: "6.00" } }));
    expect(await write(call({ input: { amount: "6.00" } }))).toEqual(later);
  });

  it("waits for a concurrent call with the same key, and returns its answer", async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const slow = withIdempotency(test.context, call(), async () => {
      start();
      await release;
      return { run: 0 };
    });
    await started;
    const second = write(call());
    const blocked = () =>
      test.context.database.pool.query(
        `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
    await expect.poll(async () => (await blocked()).rowCount).toBe(1);
    resolve();
    expect([await slow, await second]).toEqual([{ run: 0 }, { run: 0 }]);
  });

  it("keeps its answer encrypted, and only for its own row", async () => {
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

it("a call without a key runs each time", async () => {
  const first = await write(call({ key: undefined }));
  expect((await write(call({ key: undefined }))).run).toBe(first.run + 1);
});
