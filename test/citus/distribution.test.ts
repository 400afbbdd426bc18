import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { entities } from "../../src/entities.ts";
import { connectDatabase } from "../../src/platform/database/database.ts";
import {
  checkDistribution,
  completeDistribution,
  distribute,
  distributedTables,
  undistribute,
} from "../../src/business/record/records/distribution.queries.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { createDatabase } from "../support/database.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    insert into snapshots (account_id, "time", balance, equity, token_id, received_at)
    select account, '2026-03-02Z'::timestamptz + n * interval '1 minute', 100000, 100000 - n, 1, now()
    from generate_series(1, 50) as account, generate_series(1, 20) as n`);
  await client.query(`
    insert into deals (account_id, stage_id, stands, ticket, "time", statement_id, "row", "position",
      entry, symbol, side, volume, price, profit, commission, swap, fee)
    select account, account, true, account::text, now(), 1, 1, '1', 'in', 'EURUSD', 'buy', 1, 1, 1, 0, 0, 0
    from generate_series(1, 50) as account`);
  await client.query(`
    insert into equity_hours (account_id, stage_id, day, hour, points)
    select account, account, '2026-03-02', 3, '[]' from generate_series(1, 50) as account`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function readRows() {
  const { rows } = await client.query(`
    select (select count(*)::int from snapshots) as snapshots,
      (select sum(hashtext(snapshots::text)) from snapshots) as hash,
      (select count(*)::int from equity_hours) as hours,
      (select sum(hashtext(deals::text)) from deals) as deals`);
  return rows;
}

async function countDistributed() {
  const requirements = await checkDistribution(client);
  return requirements.find(({ name }) => name === "Distributed tables")!.found;
}

/** The changes that would create the schema that the entities describe. */
async function readDifferences() {
  const connected = await connectDatabase(database.url, entities);
  try {
    const changes = await connected.orm.schema.getUpdateSchemaSQL();
    // The views of Citus.
    return changes
      .split("\n")
      .filter((line) => /^(?:create|alter|drop)/.test(line) && !/citus_/.test(line));
  } finally {
    await connected.orm.close(true);
  }
}

/** What an instance does when it starts. */
async function prepare() {
  const connected = await connectDatabase(database.url, entities);
  try {
    await migrate(connected);
    await completeDistribution(connected);
  } finally {
    await connected.orm.close(true);
  }
}

const all = distributedTables.length;

it("a filled record moves to this server and back, also if it is stopped in between", async () => {
  const before = await readRows();
  expect(before).toMatchObject([{ snapshots: 1000, hours: 50 }]);
  await undistribute(client, () => {});
  expect(await countDistributed()).toBe(`0 of ${all}`);
  expect(await readRows()).toEqual(before);
  expect(await readDifferences()).toEqual([]);

  const stopped = distribute(client, (line) => {
    if (line.startsWith("Distributing snapshots ")) throw new Error("Stopped");
  });
  await expect(stopped).rejects.toThrow("Stopped");
  expect(await countDistributed()).toBe(`2 of ${all}`);
  await expect(prepare()).rejects.toThrow("Run npm run db:distribute to continue");

  await distribute(client, () => {});
  expect(await countDistributed()).toBe(`${all} of ${all}`);
  expect(await readRows()).toEqual(before);
  await prepare();
});

it("a record is not moved while others use the database", async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await expect(distribute(client, () => {})).rejects.toThrow(/Other connections: 1 from /);
  await other.end();
});

it("migrations change distributed tables, and new ones of the record are distributed", async () => {
  await client.query(`alter table trades add column "note" text null`);
  await client.query(`create index "trades_note_index" on "trades" ("account_id", "note")`);
  await client.query("drop table equity_hours");
  await client.query(
    `create table equity_hours (account_id int, stage_id int, day date, hour smallint, points jsonb)`,
  );
  await prepare();
  expect(await countDistributed()).toBe(`${all} of ${all}`);
});
