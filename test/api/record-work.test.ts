import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rebuildAccount } from "../../src/business/record/rebuilds/check-derived.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { watchPlans } from "../support/executed-plans.ts";
import {
  accountIdOf,
  csvStatement,
  operationLine,
  tradeLine,
  uploadStatement,
  withdrawStatement,
} from "../support/records.ts";
import { createRules, type JudgedTrader, judgedTrader, simpleRules } from "../support/verdicts.ts";

/** The trades of each statement. */
const TRADES = 200;

/**
 * The rows that a statement of SQL may produce or discard per deal of the statement. A comparison of each deal with
 * all others of the stage takes at least 400 and up to 4,000.
 */
const WORK_PER_DEAL = 100;

let test: TestApp;
let plans: ReturnType<typeof watchPlans>;

beforeAll(async () => {
  test = await startApp();
  const { database, recordConnections } = test.context;
  plans = watchPlans(database.pool, (await recordConnections.open()).pool);
});
afterAll(() => test.close());

const START = Date.UTC(2026, 2, 2);
const timeOf = (index: number, minutes: number) =>
  new Date(START + (index * 20 + minutes) * 60_000).toISOString();

/** A CSV statement of consecutive trades. */
function statementOf({ first = 1, profit = "1.00", from = 0 } = {}): Buffer {
  const trades = Array.from({ length: TRADES }, (_, index) =>
    tradeLine({
      ticket: first + index,
      opened: timeOf(from + index, 0),
      closed: timeOf(from + index, 5),
      profit,
    }),
  );
  const deposit = operationLine(1_000_000 + first, timeOf(from, -5), "100000.00");
  return csvStatement(deposit, ...trades);
}

/** The deals of one of these trades, as a bridge sends them. */
function dealsOf(index: number): object[] {
  const deal = { position: String(1 + index), symbol: "EURUSD", volume: "1.00" };
  return [
    {
      ...deal,
      ticket: `${1 + index}/in`,
      time: timeOf(index, 0),
      entry: "in",
      side: "buy",
      price: "1.1",
    },
    {
      ...deal,
      ticket: `${1 + index}/out`,
      time: timeOf(index, 5),
      entry: "out",
      side: "sell",
      price: "1.2",
      profit: "1.00",
    },
  ];
}

const fedDeals = Array.from({ length: TRADES }, (_, index) => dealsOf(index)).flat();

/** Calls that process whole statements, in this order, for one trader with rules. */
const calls: Record<string, (judged: JudgedTrader, statements: number[]) => Promise<Answer>> = {
  "an import": (judged) => upload(judged, statementOf()),
  "an import of the same trades": (judged) => upload(judged, statementOf({ profit: "1" })),
  "an import of other content": (judged) => upload(judged, statementOf({ profit: "2.00" })),
  "a feed of the same deals": ({ bridge, login }) =>
    bridge.post("/api/feed", { accounts: [{ login, deals: fedDeals }] }),
  "an import that is held": (judged) =>
    upload(judged, statementOf({ first: 500_000, from: -40 * 72 })),
  "a confirmation": ({ administrator }, statements) =>
    administrator.post(`/api/admin/statements/${statements.at(-1)}/confirm`),
  "a withdrawal": ({ administrator }, [first]) => withdrawStatement(administrator, first!),
  "a dry run": (judged) => upload(judged, statementOf({ first: 600_000 }), true),
  "a change of the rules": async ({ administrator, stageId }) =>
    administrator.patch(`/api/admin/stages/${stageId}/rules`, {
      rulesVersionId: await createRules(administrator, simpleRules),
      reason: "Typing error",
    }),
  "the start of a stage": ({ administrator, trader }) =>
    administrator.post(`/api/admin/user/${trader.id}/stages`, {
      phase: "Phase 2",
      initialBalance: "100000.00",
      startedAt: timeOf(TRADES / 2, 0),
    }),
};

interface Answer {
  statusCode: number;
  json: <Body>() => Body;
}

async function upload({ administrator, trader }: JudgedTrader, file: Buffer, dryRun = false) {
  return uploadStatement(administrator, trader.id, file, { dryRun });
}

/** Returns the statements of SQL that took more work than is in proportion. */
function excesses(): { work: number; text: string }[] {
  return plans
    .take()
    .map(({ work, text }) => ({ work: work / (2 * TRADES), text }))
    .filter(({ work }) => work > WORK_PER_DEAL);
}

/**
 * Stores deals of other accounts and collects statistics, which then contain all accounts and stages, so that
 * PostgreSQL expects no rows of any other.
 */
async function fillOtherAccounts(): Promise<void> {
  await test.context.database.pool.query(`
    insert into deals (account_id, stage_id, stands, ticket, "time", statement_id, "row", "position",
      entry, symbol, side, volume, price, profit, commission, swap, fee)
    select 900000 + n % 30, 900000 + n % 30, true, n::text, now(), 1, n, n::text,
      'in', 'EURUSD', 'buy', 1, 1, 1, 0, 0, 0
    from generate_series(1, 3000) as n`);
  await test.context.database.pool.query("analyze");
}

describe.each([
  ["without statistics", async () => {}],
  ["with statistics that do not contain the account", fillOtherAccounts],
])("%s", (_, prepare) => {
  it("no statement compares each deal with all others of its stage", async () => {
    await prepare();
    const judged = await judgedTrader(test);
    const statements: number[] = [];
    for (const [name, call] of Object.entries(calls)) {
      plans.take();
      const response = await call(judged, statements);
      expect([name, response.statusCode]).toEqual([
        name,
        expect.toSatisfy((code: number) => code < 300),
      ]);
      expect([name, excesses()]).toEqual([name, []]);
      if (name.startsWith("an import")) statements.push(response.json<{ id: number }>().id);
    }
    const accountId = await accountIdOf(test, judged.trader.id);
    expect(await rebuildAccount(test.context, accountId)).toEqual([]);
    expect(excesses()).toEqual([]);
  });
});

it("a call of the feed writes the trades of its own deals again, however many the stage already has", async () => {
  const { trader, bridge, login } = await judgedTrader(test);
  for (const first of [0, 250]) {
    const deals = Array.from({ length: 250 }, (_, index) => dealsOf(first + index)).flat();
    const response = await bridge.post("/api/feed", { accounts: [{ login, deals }] });
    expect(response.json()).toMatchObject({ accepted: { deals: 500 }, rejected: [] });
  }
  const { rows } = await test.context.database.pool.query<{ count: number }>(
    "select count(*)::int from trades where account_id = $1 group by xmin::text",
    [await accountIdOf(test, trader.id)],
  );
  // Of each of the two transactions.
  expect(rows).toEqual([{ count: 250 }, { count: 250 }]);
});
