import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveStages, wholeStage } from "../../src/business/record/derivation/derive-stages.ts";
import { readStages } from "../../src/business/record/records/record-stages.queries.ts";
import { inTransaction, kyselyOf } from "../../src/platform/database/database.ts";
import type { Transaction } from "../../src/platform/database/orm.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import {
  accountIdOf,
  csvStatement,
  importLines,
  operationLine,
  startStage,
  type StatementAnswer,
  tradeLine,
  uploadStatement,
  withdrawStatement,
} from "../support/records.ts";
import { rounds } from "../support/rounds.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

/** Formats trades that overlap, share instants and days, stay open, or are the only one of a day. */
const line = (index: number, variant: number): string => {
  const time = (day: number, hour: number) =>
    `2026-01-${String(day).padStart(2, "0")} ${String(hour).padStart(2, "0")}:00:00`;
  const day = 5 + (index % 4);
  if (index % 5 === 4) {
    const amount = `${index % 2 === 0 ? "" : "-"}${100 + index + variant}.00`;
    return operationLine(900 + index, time(day, 12), amount);
  }
  return tradeLine({
    ticket: 100 + index,
    symbol: index % 2 === 0 ? "EURUSD" : "XAUUSD",
    opened: time(day, 8 + (index % 3)),
    ...(index % 7 !== 6 && { closed: time(day + (index % 3), 11 + (index % 3)) }),
    profit: `${index % 3 === 0 ? "-" : ""}${10 * index + variant}.50`,
  });
};

type Step =
  | { kind: "import"; lines: { index: number; variant: number }[] }
  | { kind: "withdraw"; nth: number }
  | { kind: "correct"; amount: number }
  | { kind: "stage"; day: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("import" as const),
      lines: fc.uniqueArray(
        fc.record({
          index: fc.nat({ max: 19 }),
          // Another variant of a known ticket is a conflict.
          variant: fc.constantFrom(0, 0, 0, 1),
        }),
        { selector: ({ index }) => index, minLength: 1, maxLength: 4 },
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("withdraw" as const), nth: fc.nat({ max: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("correct" as const), amount: fc.integer({ min: 1 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("stage" as const),
      day: fc.integer({ min: 5, max: 8 }),
    }),
  },
);

/** Executes one step. @param imported the ids of the statements that count */
async function execute(traderId: number, current: Step, imported: number[]): Promise<void> {
  if (current.kind === "import") {
    const lines = current.lines.map(({ index, variant }) => line(index, variant));
    const response = await uploadStatement(administrator, traderId, csvStatement(...lines));
    expect([200, 201]).toContain(response.statusCode);
    if (response.statusCode === 201) imported.push(response.json<StatementAnswer>().id);
  } else if (current.kind === "withdraw") {
    const id = imported.splice(current.nth % (imported.length || 1), 1)[0];
    if (id !== undefined) expect((await withdrawStatement(administrator, id)).statusCode).toBe(200);
  } else if (current.kind === "correct") {
    await administrator.post(`/api/admin/user/${traderId}/corrections`, {
      amount: `${current.amount}.25`,
      reason: "Data fee",
    });
  } else {
    await administrator.post(`/api/admin/user/${traderId}/stages`, {
      phase: "Phase 2",
      initialBalance: "50000.00",
      startedAt: `2026-01-0${current.day}T12:30:00Z`,
    });
  }
}

type Rows = Record<"trades" | "days" | "hours" | "states", object[]>;

async function derivedRows(transaction: Transaction, accountId: number): Promise<Rows> {
  const read = async (row: string, from: string) => {
    const { rows } = await sql<{
      row: object;
    }>`select ${sql.raw(row)} as row from ${sql.raw(from)} d
      where account_id = ${accountId} order by row`.execute(kyselyOf(transaction));
    return rows.map((each) => each.row);
  };
  return {
    trades: await read("to_jsonb(d) - 'id'", "trades"),
    days: await read("to_jsonb(d)", "trading_days"),
    hours: await read("to_jsonb(d)", "equity_hours"),
    states: await read("jsonb_build_object(stage_id, state)", "stage_progress"),
  };
}

/** Reads the derived rows before and after a rebuild from the records, which is rolled back. */
async function compareWithRebuild(traderId: number): Promise<{ derived: Rows; rebuilt: Rows }> {
  const accountId = await accountIdOf(test, traderId);
  return inTransaction(test.context.database, async (transaction) => {
    const derived = await derivedRows(transaction, accountId);
    await sql`savepoint before_rebuild`.execute(kyselyOf(transaction));
    await deriveStages(
      transaction,
      (await readStages(kyselyOf(transaction), [accountId])).map(wholeStage),
    );
    const rebuilt = await derivedRows(transaction, accountId);
    await sql`rollback to savepoint before_rebuild`.execute(kyselyOf(transaction));
    return { derived, rebuilt };
  });
}

describe("the derived rows", () => {
  it("depend only on the records, not on the order and grouping of their arrival", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 12, size: "max" }),
        async (steps) => {
          const { id } = await test.trader();
          await startStage(administrator, id, { startedAt: "2026-01-01T00:00:00Z" });
          const imported: number[] = [];
          for (const current of steps) {
            await execute(id, current, imported);
            const { derived, rebuilt } = await compareWithRebuild(id);
            expect(derived).toEqual(rebuilt);
          }
        },
      ),
      rounds(6),
    );
  });

  it("are correct after the last day was withdrawn and a record was added to the previous day", async () => {
    const { id } = await test.trader();
    await startStage(administrator, id, { startedAt: "2026-01-01T00:00:00Z" });
    const trade = (ticket: number, opened: string, closed: string) =>
      tradeLine({ ticket, opened, closed, profit: "10.00" });
    await importLines(administrator, id, [trade(1, "2026-01-05 08:00", "2026-01-05 09:00")]);
    const last = [trade(2, "2026-01-07 08:00", "2026-01-07 09:00")];
    const { id: statementId } = await importLines(administrator, id, last);
    await withdrawStatement(administrator, statementId);
    await importLines(administrator, id, [trade(3, "2026-01-05 10:00", "2026-01-05 11:00")]);
    const { derived, rebuilt } = await compareWithRebuild(id);
    expect(derived).toEqual(rebuilt);
    expect(derived.days).toMatchObject([{ day: "2026-01-05", net: 20, trades: 2 }]);
  });

  it("are the same for one import and for one import per record, in any order", async () => {
    const indices = Array.from({ length: 14 }, (_, index) => index);
    const whole = await derivedAfter([indices]);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(indices, { minLength: indices.length }),
        async (order) => {
          expect(await derivedAfter(order.map((index) => [index]))).toEqual(whole);
        },
      ),
      rounds(3),
    );
  });
});

/** Returns the derived rows without the columns that depend on the time of arrival. */
async function derivedAfter(imports: number[][]) {
  const trader = await test.trader();
  await startStage(administrator, trader.id, { startedAt: "2026-01-01T00:00:00Z" });
  for (const indices of imports) {
    const lines = indices.map((index) => ({ index, variant: 0 }));
    await execute(trader.id, { kind: "import", lines }, []);
  }
  const [trades, days, statistics, equity] = await Promise.all(
    ["trades?sort=closeTime", "days", "statistics", "equity"].map(async (path) =>
      (await trader.get(`/api/user/${path}`)).json<Record<string, unknown>[]>(),
    ),
  );
  const plain = trades!
    .map(({ id: _id, sources: _sources, ...trade }) => trade)
    .toSorted((a, b) => Number(a.position) - Number(b.position));
  return { trades: plain, days, statistics, equity };
}
