import { createHash } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  checkAccount,
  rebuildAccount,
} from "../../../../../src/business/record/rebuilds/check-derived.ts";
import {
  packByNight,
  packSnapshots,
  unpackSnapshots,
} from "../../../../../src/business/record/records/pack-snapshots.ts";
import { readRecordJsonNear } from "../../../../../src/business/record/records/record-json.queries.ts";
import { findStage } from "../../../../../src/business/record/records/record-stages.queries.ts";
import {
  ownDataParts,
  readOwnData,
} from "../../../../../src/business/watch/own-data/own-data.queries.ts";
import { snapshotsOf } from "../../../../../src/business/record/records/snapshots.queries.ts";
import { DAY, MINUTE } from "../../../../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../../../../support/app.ts";
import { meetAtLock, row } from "../../../../support/barrier.ts";
import { type Step, stepsOf } from "../../../../support/executed-plans.ts";
import { accountIdOf } from "../../../../support/records.ts";
import { rounds } from "../../../../support/rounds.ts";
import {
  feed,
  judgedTrader,
  type JudgedTrader,
  snapshotAt,
  tradeOf,
  verdictOf,
} from "../../../../support/verdicts.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const START = Date.UTC(2026, 2, 2);
const silent = pino({ level: "silent" });

/** Packs the days of all accounts that end before a time. @returns the accounts that failed */
async function pack(before: string | Date = "2026-12-01T00:00:00Z"): Promise<number[]> {
  const context = { database: test.context.database, log: silent };
  const runs = await Array.fromAsync(packSnapshots(context, new Date(before)));
  return runs.at(-1)!.failed;
}

async function unpack(): Promise<void> {
  const context = { database: test.context.database, log: silent };
  await Array.fromAsync(unpackSnapshots(context));
}

async function rowsOf(accountId: number): Promise<string[]> {
  const { rows } = await test.context.database.pool.query<{ row: string }>(
    `select snapshots::text as row from snapshots where account_id = $1 order by time`,
    [accountId],
  );
  return rows.map((each) => each.row);
}

async function packedDaysOf(accountId: number): Promise<string[]> {
  const { rows } = await test.context.database.pool.query<{ day: string }>(
    `select day::text as day from snapshot_days where account_id = $1 order by day`,
    [accountId],
  );
  return rows.map(({ day }) => day);
}

/** One day of a trader with an open position and a snapshot every five minutes, with milliseconds and a gap. */
function observedDay(day: number, ticket: number) {
  const start = START + day * DAY;
  const at = (minutes: number) => new Date(start + minutes * MINUTE + (minutes % 7)).toISOString();
  const times = Array.from({ length: 288 }, (_, index) => index * 5).filter(
    (minutes) => minutes < 500 || minutes > 560,
  );
  return {
    deals: tradeOf(ticket, at(60), at(900), "12.50"),
    snapshots: times.map((minutes) =>
      snapshotAt(
        at(minutes),
        (100_000 + 12.5 * day + Math.round(Math.sin(minutes / 50) * 90_000) / 100).toFixed(2),
        (100_000 + 12.5 * (minutes < 900 ? day : day + 1)).toFixed(2),
      ),
    ),
  };
}

/** Creates a trader with a record of four days. */
async function observedTrader(): Promise<JudgedTrader> {
  const trader = await judgedTrader(test);
  for (const day of [0, 1, 2, 3]) await feed(trader, observedDay(day, 100 + day));
  return trader;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Reads everything about the snapshots of a trader, without what was stored about them before. @returns hashes */
async function readAll({ trader, administrator, stageId }: JudgedTrader): Promise<string[]> {
  const { database } = test.context;
  const accountId = await accountIdOf(test, trader.id);
  await database.pool.query(
    "update stage_progress set records_sha256 = null, statistics = null where account_id = $1",
    [accountId],
  );
  const paths = [
    "case",
    "verdict",
    "verdict?asOf=2026-03-04T11:11:11.111Z",
    "days",
    "statistics",
    "equity",
    "equity?points=2000",
    "equity?from=2026-03-03T08:00:00Z&to=2026-03-03T09:00:00.004Z",
    "equity?from=2026-03-03T12:00:00Z&to=2026-03-05T09:00:00Z&points=20",
  ];
  const answers: string[] = [];
  for (const path of paths) {
    const own = await trader.get(`/api/user/${path}`);
    const theirs = await administrator.get(`/api/admin/user/${trader.id}/${path}`);
    expect([path, own.statusCode, theirs.statusCode]).toEqual([path, 200, 200]);
    answers.push(`${path} ${sha256(own.body)} ${sha256(theirs.body)}`);
  }
  const stage = (await findStage(database.kysely, trader.id, stageId))!;
  const near = { at: START + DAY - 1, reach: 20 * MINUTE, limit: 7 };
  answers.push(`near ${sha256(await readRecordJsonNear(database.kysely, stage, near))}`);
  const part = ownDataParts.find(({ name }) => name === "records/snapshots")!;
  const subject = { traderId: trader.id, accountId };
  const exported = await Array.fromAsync(readOwnData(database.kysely, part, subject));
  answers.push(`export ${exported.flat().length} ${sha256(JSON.stringify(exported))}`);
  return answers;
}

/** Returns how many packed days a read has unpacked. It is planned as in a large table, which is not read as a whole. */
async function unpackedDays(range: Parameters<typeof snapshotsOf>[0]): Promise<number> {
  const { rows } = await test.context.database.kysely.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction);
    await sql`set local enable_bitmapscan = off`.execute(transaction);
    return sql<{ "QUERY PLAN": [{ Plan: Step }] }>`
      explain (analyze, format json) select * from ${snapshotsOf(range)} as snapshots`.execute(
      transaction,
    );
  });
  const steps = stepsOf(rows[0]!["QUERY PLAN"][0].Plan);
  const scans = steps.filter((step) => step["Node Type"] === "Function Scan");
  return scans.reduce((sum, step) => sum + step["Actual Loops"], 0);
}

describe("packed days", () => {
  it("are unpacked to the byte, whatever the snapshots are", async () => {
    const trader = await judgedTrader(test);
    const accountId = await accountIdOf(test, trader.trader.id);
    const { pool } = test.context.database;
    const cents = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n });
    const time = fc.oneof(
      fc.integer({ min: 0, max: 5 * 1440 }).map((minute) => START + minute * MINUTE),
      fc.integer({ min: START, max: START + 5 * DAY }),
      fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
    );
    const snapshot = fc.record({
      time,
      balance: fc.oneof(fc.constant(10_000_000n), cents),
      equity: cents,
      tokenId: fc.integer({ min: 1, max: 2_147_483_647 }),
      receivedAt: fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
    });
    const snapshots = fc.uniqueArray(snapshot, { maxLength: 60, selector: (each) => each.time });
    await fc.assert(
      fc.asyncProperty(snapshots, async (given) => {
        await pool.query("delete from snapshots where account_id = $1", [accountId]);
        await pool.query(
          `insert into snapshots select $1, "time", balance / 100, equity / 100, "tokenId", "receivedAt"
           from json_to_recordset($2) as given ("time" timestamptz, balance numeric, equity numeric,
             "tokenId" int, "receivedAt" timestamptz)`,
          [
            accountId,
            JSON.stringify(
              given.map((each) => ({
                ...each,
                time: new Date(each.time),
                receivedAt: new Date(each.receivedAt),
                balance: String(each.balance),
                equity: String(each.equity),
              })),
            ),
          ],
        );
        const before = await rowsOf(accountId);
        expect(await pack(new Date(Date.UTC(2101, 0, 1)))).toEqual([]);
        expect(await rowsOf(accountId)).toEqual([]);
        await unpack();
        expect(await rowsOf(accountId)).toEqual(before);
        expect(await packedDaysOf(accountId)).toEqual([]);
      }),
      rounds(10),
    );
  });

  it("are read like all others by verdicts, cases, charts, statistics and exports", async () => {
    const trader = await observedTrader();
    const accountId = await accountIdOf(test, trader.trader.id);
    // Verdicts and cases contain the time of the request.
    const now = vi.spyOn(test.clock, "now").mockReturnValue(test.clock.now());
    const before = await readAll(trader);
    expect(await pack("2026-03-05T00:00:00Z")).toEqual([]);
    expect(await packedDaysOf(accountId)).toEqual(["2026-03-02", "2026-03-03", "2026-03-04"]);
    expect(await rowsOf(accountId)).toHaveLength(275);
    expect(await readAll(trader)).toEqual(before);
    now.mockRestore();
    expect(await checkAccount(test.context.database, accountId)).toEqual([]);
    expect(await rebuildAccount(test.context, accountId)).toEqual([]);
  });

  it("are unpacked by a read only as far as it needs them", async () => {
    const trader = await observedTrader();
    const accountId = await accountIdOf(test, trader.trader.id);
    await pack();
    const account = sql`${accountId}`;
    const day = sql`'2026-03-04T12:00:00Z'`;
    expect(await unpackedDays({ account })).toBe(4);
    expect(await unpackedDays({ account, from: day, until: day })).toBe(1);
    // PostgreSQL reads a row more than it returns, to know that the day is complete.
    expect(await unpackedDays({ account, limit: 10 })).toBeLessThanOrEqual(2);
  });

  it("are only unpacked if they get a new snapshot", async () => {
    const [trader, other] = [await observedTrader(), await observedTrader()];
    const accountId = await accountIdOf(test, trader.trader.id);
    await pack("2026-03-06T00:00:00Z");
    const known = observedDay(1, 101).snapshots;
    const changed = { ...known[7]!, equity: "1.00" };
    const { bridge, login } = trader;
    const again = await bridge.post("/api/feed", {
      accounts: [{ login, snapshots: [...known, changed] }],
    });
    expect(again.json()).toMatchObject({
      accepted: { snapshots: 0 },
      duplicates: { snapshots: known.length },
      rejected: [{ item: "snapshots", index: known.length }],
    });
    expect(await packedDaysOf(accountId)).toHaveLength(4);

    const late = [
      snapshotAt("2026-03-02T23:59:59.999Z", "100001.00"),
      known[3]!,
      snapshotAt("2026-03-04T00:01:00Z", "100002.00"),
    ];
    await feed(trader, { snapshots: late });
    await feed(other, { snapshots: late });
    expect(await packedDaysOf(accountId)).toEqual(["2026-03-03", "2026-03-05"]);
    await pack("2026-03-05T00:00:00Z");
    expect(await packedDaysOf(accountId)).toHaveLength(4);
    const [hash, hashOfRows] = [await verdictOf(trader), await verdictOf(other)].map(
      ({ recordsSha256 }) => recordsSha256,
    );
    expect(hash).toBe(hashOfRows);
    expect(await checkAccount(test.context.database, accountId)).toEqual([]);
  });

  it("lose nothing if a late snapshot, a second run and a deletion arrive at the same time", async () => {
    const trader = await observedTrader();
    const accountId = await accountIdOf(test, trader.trader.id);
    const late = snapshotAt("2026-03-03T08:22:22.222Z", "100001.00");
    const runs = await meetAtLock<unknown>(test, row("trading_accounts", accountId), [
      () => pack("2026-03-05T00:00:00Z"),
      () => feed(trader, { snapshots: [late] }),
      () => pack("2026-03-06T00:00:00Z"),
    ]);
    expect(runs).toEqual([[], undefined, []]);
    await unpack();
    const { rows } = await test.context.database.pool.query(
      `select count(*)::int as count from snapshots where account_id = $1`,
      [accountId],
    );
    expect(rows).toEqual([{ count: 4 * 275 + 1 }]);
    expect(await checkAccount(test.context.database, accountId)).toEqual([]);

    const { administrator } = trader;
    await meetAtLock<unknown>(test, row("trading_accounts", accountId), [
      () => pack(),
      () => administrator.delete(`/api/admin/user/${trader.trader.id}`),
    ]);
    expect([await rowsOf(accountId), await packedDaysOf(accountId)]).toEqual([[], []]);
  });

  it("are deleted with their trader", async () => {
    const trader = await observedTrader();
    const accountId = await accountIdOf(test, trader.trader.id);
    await pack();
    expect(await packedDaysOf(accountId)).toHaveLength(4);
    const { administrator } = trader;
    await administrator.delete(`/api/admin/user/${trader.trader.id}`);
    expect(await packedDaysOf(accountId)).toEqual([]);
  });

  it("do not contain a day that cannot be packed without a loss, which stays as it is", async () => {
    const [trader, other] = [await observedTrader(), await observedTrader()];
    const [accountId, otherId] = [
      await accountIdOf(test, trader.trader.id),
      await accountIdOf(test, other.trader.id),
    ];
    const { pool } = test.context.database;
    await pool.query(
      `update snapshots set equity = 1e20 where account_id = $1 and "time" = (
        select max("time") from snapshots where account_id = $1)`,
      [accountId],
    );
    const before = await rowsOf(accountId);
    expect(await pack()).toEqual([accountId]);
    expect([await rowsOf(accountId), await packedDaysOf(accountId)]).toEqual([before, []]);
    expect(await packedDaysOf(otherId)).toHaveLength(4);
  });

  it("are compared with the derived rows by records:rebuild -- --check", async () => {
    const trader = await observedTrader();
    const accountId = await accountIdOf(test, trader.trader.id);
    await pack();
    await test.context.database.pool.query(
      `update snapshot_days set equities[100] = equities[100] - 900000 where account_id = $1 and day = '2026-03-03'`,
      [accountId],
    );
    const [deviation] = await checkAccount(test.context.database, accountId);
    expect(deviation).toMatchObject({ stageId: trader.stageId });
    expect(deviation!.tables).toEqual(expect.arrayContaining(["trading_days", "equity_hours"]));
  });
});

describe("the nightly job", () => {
  it("packs days after the number of days that the operator sets, and not on the day of an upgrade", async () => {
    const trader = await observedTrader();
    const accountId = await accountIdOf(test, trader.trader.id);
    const night = (now: string, packAfterDays: number) =>
      packByNight({
        ...test.context,
        log: silent,
        clock: { now: () => new Date(now) },
        config: { ...test.context.config, packAfterDays },
      });
    await night("2026-04-03T03:20:00Z", 30);
    expect(await packedDaysOf(accountId)).toEqual([]);

    await test.context.database.pool.query(
      "update migrations set executed_at = now() - interval '25 hours'",
    );
    await night("2026-04-03T03:20:00Z", 0);
    expect(await packedDaysOf(accountId)).toEqual([]);
    await night("2026-04-03T03:20:00Z", 30);
    expect(await packedDaysOf(accountId)).toEqual(["2026-03-02", "2026-03-03"]);
    await night("2026-04-03T23:59:59Z", 29);
    expect(await packedDaysOf(accountId)).toEqual(["2026-03-02", "2026-03-03", "2026-03-04"]);
  });
});
