import { afterAll, beforeAll, describe, expect, it } from "vitest";
import pg from "pg";
import type { Kysely, KyselyPlugin, RootOperationNode } from "kysely";
import { adminPayouts } from "../../../../src/business/money/payouts/payouts.queries.ts";
import { payoutTable } from "../../../../src/business/money/payouts/payout.table.ts";
import { judgedTradersSortedBy } from "../../../../src/business/traders/traders.queries.ts";
import { traderTable } from "../../../../src/business/traders/trader.table.ts";
import { readRiskList } from "../../../../src/business/record/verdicts/current-verdicts.queries.ts";
import type { Tables } from "../../../../src/platform/database/tables.ts";
import { startApp, type TestApp } from "../../../support/app.ts";

/** More rows than pages and counts read, and enough for the planner's statistics. */
const ROWS = 20_000;

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
  // A connection without the limits of the app's, which a busy machine could exceed.
  const client = new pg.Client({ connectionString: test.context.config.databaseUrl });
  await client.connect();
  // Without triggers, which would take most of the time.
  await client.query("set session_replication_role = replica");
  await client.query(`
    with traders as (
      insert into users (full_name, email, created_at)
      select case when n % 10 > 0 then 'Name' || hashint4(n) end, 'e' || n || '@example.com',
        now() - n * interval '1 minute'
      from generate_series(1, ${ROWS}) as n returning id),
    accounts as (
      insert into trading_accounts (user_id, login, phase, balance, status, payout_enabled, created_at)
      select id, case when id % 3 > 0 then hashint4(id)::text end,
        case when id % 5 > 0 then 'Phase ' || id % 4 end, hashint4(id) & 1048575,
        case when id % 5 = 0 then 'breached' else 'active' end, id % 3 = 0, now()
      from traders returning id),
    verdicts as (
      insert into current_verdicts (account_id, stage_id, is_open, as_of, outcome, grade, key, daily_room)
      select id, 1, true, now(), case when id % 50 = 0 then 'breached' else 'in_progress' end,
        'complete', '', hashint4(id) & 1048575 from accounts)
    insert into payout_requests (user_id, amount, payment_method, status, created_at)
    select id, 1 + (hashint4(id) & 1048575), case when id % 4 = 0 then 'crypto' else 'bank' end,
      case when id % 5 = 0 then 'pending' else 'approved' end, now() - id * interval '1 minute'
    from traders`);
  await client.query("update users set search_text = search_text_of(full_name, email, null)");
  await client.query("vacuum analyze");
  await client.end();
});
afterAll(() => test.close());

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Plan[];
}

/** Captures the statements of a read. */
async function statementsOf(read: (kysely: Kysely<Tables>) => Promise<unknown>) {
  const nodes: { node: RootOperationNode; queryId: { queryId: string } }[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      nodes.push({ node, queryId });
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const kysely = test.context.database.kysely.withPlugin(plugin);
  await read(kysely);
  return nodes.map(({ node, queryId }) => kysely.getExecutor().compileQuery(node, queryId));
}

/** Returns the executed plan steps of a read's only statement. */
async function stepsOf(read: (kysely: Kysely<Tables>) => Promise<unknown>, settings = "") {
  const statements = await statementsOf(read);
  expect(statements).toHaveLength(1);
  const client = await test.context.database.pool.connect();
  try {
    await client.query(`begin; ${settings}`);
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${statements[0]!.sql}`,
      [...statements[0]!.parameters],
    );
    const steps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];
    return steps(rows[0]!["QUERY PLAN"][0].Plan).filter((step) => step["Actual Loops"] > 0);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Returns the largest number of rows sorted in one step. */
function rowsSorted(steps: Plan[]): number {
  const sorts = steps.filter((step) => step["Node Type"].endsWith("Sort"));
  return Math.max(
    0,
    ...sorts.map(({ Plans: [input] = [] }) => input!["Actual Rows"] * input!["Actual Loops"]),
  );
}

const page = { page: 1, pageSize: 25 };

function readTraders(
  sort: (typeof traderTable.sorts)[number],
  order: "asc" | "desc",
  values: object,
) {
  return (kysely: Kysely<Tables>) =>
    judgedTradersSortedBy({ sort }).readPage(
      { ...test.context, database: { kysely } },
      { ...page, sort, order, ...values },
    );
}

function readPayouts(
  sort: (typeof payoutTable.sorts)[number],
  order: "asc" | "desc",
  values: object,
) {
  return (kysely: Kysely<Tables>) =>
    adminPayouts.readPage(
      { ...test.context, database: { kysely } },
      { ...page, sort, order, ...values },
    );
}

const both = ["asc", "desc"] as const;
const traderOrders = traderTable.sorts.flatMap((sort) =>
  both.map((order) => [sort, order] as const),
);
const payoutOrders = payoutTable.sorts.flatMap((sort) =>
  both.map((order) => [sort, order] as const),
);

/** The rows read by the count of matches, including the one that proves that there are more. */
const COUNTED = 1001;

describe("the first page of traders", () => {
  it.each(traderOrders)("by %s %s sorts at most the page", async (sort, order) => {
    expect(rowsSorted(await stepsOf(readTraders(sort, order, {})))).toBeLessThan(100);
  });

  it.each(traderOrders)("by %s %s uses an index with that order", async (sort, order) => {
    const noSort = "set local enable_sort = off; set local enable_seqscan = off";
    const steps = await stepsOf(readTraders(sort, order, {}), noSort);
    expect(steps.filter((step) => step["Index Name"])).not.toEqual([]);
    expect(rowsSorted(steps)).toBeLessThan(100);
  });

  it.each(traderOrders)(
    "by %s %s sorts only the counted matches of a search",
    async (sort, order) => {
      for (const search of ["e", "e1", "ø", "zq", "name", "example"]) {
        const steps = await stepsOf(readTraders(sort, order, { search }));
        expect([search, rowsSorted(steps)]).toEqual([search, expect.toSatisfy(isBounded)]);
      }
    },
  );

  it.each(traderOrders)("by %s %s sorts only some rows of a filter", async (sort, order) => {
    for (const values of [{ status: ["breached"] }, { to: new Date().toISOString() }]) {
      const steps = await stepsOf(readTraders(sort, order, values));
      expect([values, rowsSorted(steps)]).toEqual([values, expect.toSatisfy(isBounded)]);
    }
  });

  it.each(["q", "ø", "zq", "a b"])("reads no row for a search for %j", async (search) => {
    const steps = await stepsOf(readTraders("id", "desc", { search }));
    const read = steps.filter((step) => /^(Seq|Index|Bitmap Heap)/.test(step["Node Type"]));
    expect(read.map((step) => step["Actual Rows"]).filter((rows) => rows > 1)).toEqual([]);
    expect(steps.map((step) => step["Index Name"])).toContain("users_word_starts_index");
  });
});

const isBounded = (rows: number) => rows <= COUNTED;

describe("the first page of payout requests", () => {
  it.each(payoutOrders)("by %s %s sorts at most the page", async (sort, order) => {
    expect(rowsSorted(await stepsOf(readPayouts(sort, order, {})))).toBeLessThan(100);
  });

  it.each(payoutOrders)(
    "by %s %s sorts only the counted matches of a search",
    async (sort, order) => {
      for (const search of ["e", "ø", "name"]) {
        const steps = await stepsOf(readPayouts(sort, order, { search }));
        expect([search, rowsSorted(steps)]).toEqual([search, expect.toSatisfy(isBounded)]);
      }
    },
  );

  it.each(payoutOrders)("by %s %s sorts only some rows of a filter", async (sort, order) => {
    for (const values of [{ status: ["pending"] }, { paymentMethod: ["crypto"] }]) {
      const steps = await stepsOf(readPayouts(sort, order, values));
      expect([values, rowsSorted(steps)]).toEqual([values, expect.toSatisfy(isBounded)]);
    }
  });
});

it("the risk list sorts nothing", async () => {
  expect(rowsSorted(await stepsOf((kysely) => readRiskList(kysely, 50)))).toBe(0);
});

it("a page far down the list does not read the rows before it", async () => {
  const steps = await stepsOf(readTraders("id", "desc", { page: 400 }));
  const read = steps.filter((step) => step["Index Name"] === "trading_accounts_user_id_unique");
  expect(read.reduce((sum, step) => sum + step["Actual Loops"], 0)).toBeLessThan(100);
});
