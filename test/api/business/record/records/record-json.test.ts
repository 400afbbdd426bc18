import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRecordJson } from "../../../../../src/business/record/records/record-json.queries.ts";
import {
  findStage,
  type RecordStage,
} from "../../../../../src/business/record/records/record-stages.queries.ts";
import {
  hashShortRecords,
  hashStageRecords,
} from "../../../../../src/business/record/records/records-hash.queries.ts";
import { canonicalJson } from "../../../../../src/platform/fields/canonical-json.rule.ts";
import { startApp, type TestApp } from "../../../../support/app.ts";
import { startStage } from "../../../../support/records.ts";

let test: TestApp;
let stage: RecordStage;
beforeAll(async () => {
  test = await startApp();
  const administrator = await test.administrator();
  const bridge = await test.token(["feed:write"]);
  const trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { login: "7100001" });
  await startStage(administrator, trader.id, { startedAt: "2026-03-01T00:00:00.000Z" });
  const deal = (ticket: string, fields: object) => ({
    ticket,
    position: "44",
    time: "2026-03-02T09:00:00.000Z",
    entry: "in",
    symbol: "eurusd",
    side: "buy",
    volume: "0.5",
    price: "1.08300",
    ...fields,
  });
  const response = await bridge.post("/api/feed", {
    accounts: [
      {
        login: "7100001",
        deals: [
          deal("9", { commission: "-1.75" }),
          deal("10", { price: "110", volume: "1.23450000" }),
          deal('q"\\\u0001é😀\n/', {
            time: "2026-03-02T08:59:59.999Z",
            symbol: "a\u007f<b>",
            price: "1.10",
          }),
        ],
        operations: [
          { ticket: "2", time: "2026-03-01T10:00:00Z", kind: "withdrawal", amount: "-5" },
          { ticket: "1", time: "2026-03-02T10:00:00Z", kind: "deposit", amount: "100000" },
        ],
        snapshots: [
          { time: "2026-03-02T09:05:00+01:00", balance: "100000", equity: "99990.1" },
          { time: "2026-03-02T09:04:00.125+01:00", balance: "100000", equity: "-0.10" },
        ],
      },
    ],
  });
  if (response.json<{ rejected: unknown[] }>().rejected.length > 0) throw new Error(response.body);
  stage = (await findStage(test.context.database.kysely, trader.id, undefined))!;
});
afterAll(() => test.close());

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function read(until?: number): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of readRecordJson(test.context.database.kysely, stage, until)) {
    pieces.push(piece);
  }
  return pieces.join("");
}

describe("the records of a stage as JSON", () => {
  it("have the fields of the feed, sorted by time and then by ticket as text", async () => {
    const odd = { ticket: 'q"\\\u0001é😀\n/', symbol: "A\u007f<B>", price: "1.10" };
    const deal = {
      position: "44",
      time: "2026-03-02T09:00:00.000Z",
      entry: "in",
      symbol: "EURUSD",
      side: "buy",
      volume: "0.50",
      price: "1.083",
      profit: "0.00",
      commission: "0.00",
      swap: "0.00",
      fee: "0.00",
    };
    expect(JSON.parse(await read())).toEqual({
      deals: [
        { ...deal, ...odd, time: "2026-03-02T08:59:59.999Z" },
        { ...deal, ticket: "10", price: "110.00", volume: "1.2345" },
        { ...deal, ticket: "9", commission: "-1.75" },
      ],
      operations: [
        { ticket: "2", time: "2026-03-01T10:00:00.000Z", kind: "withdrawal", amount: "-5.00" },
        { ticket: "1", time: "2026-03-02T10:00:00.000Z", kind: "deposit", amount: "100000.00" },
      ],
      snapshots: [
        { time: "2026-03-02T08:04:00.125Z", balance: "100000.00", equity: "-0.10" },
        { time: "2026-03-02T08:05:00.000Z", balance: "100000.00", equity: "99990.10" },
      ],
    });
  });

  it("are written in canonical form by PostgreSQL, and hashed unchanged", async () => {
    const text = await read();
    expect(text).toBe(canonicalJson(JSON.parse(text) as object));
    const { kysely } = test.context.database;
    expect(await hashStageRecords(kysely, stage)).toBe(sha256(text));
    expect(await hashShortRecords(kysely, [stage])).toEqual(new Map([[stage.id, sha256(text)]]));
    const empty = { ...stage, accountId: 0 };
    expect(await hashShortRecords(kysely, [empty])).toEqual(
      new Map([[stage.id, await hashStageRecords(kysely, empty)]]),
    );
  });

  it("end at the given instant, inclusive", async () => {
    const until = Date.parse("2026-03-02T08:04:00.125Z");
    const { kysely } = test.context.database;
    expect(JSON.parse(await read(until))).toMatchObject({
      deals: [],
      operations: [{ ticket: "2" }],
      snapshots: [{ time: "2026-03-02T08:04:00.125Z" }],
    });
    expect(await hashStageRecords(kysely, stage, until - 1)).not.toBe(
      await hashStageRecords(kysely, stage, until),
    );
  });

  it("have no gap or repetition between consecutive queries, even among deals of one instant", async () => {
    const { kysely, pool } = test.context.database;
    await pool.query(
      `insert into deals overriding system value select repeated.* from deals,
         generate_series(1, 40001) as n,
         jsonb_populate_record(deals, jsonb_build_object('id', 1000000 + n, 'ticket', 'n' || n)) as repeated
       where deals.account_id = $1 and deals.ticket = '9'`,
      [stage.accountId],
    );
    const hash = await hashStageRecords(kysely, stage);
    expect(await hashShortRecords(kysely, [stage])).toEqual(new Map([[stage.id, hash]]));
    await pool.query(
      `insert into snapshots (account_id, time, balance, equity, token_id, received_at)
       select $1, timestamptz '2026-04-01T00:00:00Z' + n * interval '1 second', n, n, 1, now()
       from generate_series(1, 40001) as n`,
      [stage.accountId],
    );
    const text = await read();
    const { snapshots } = JSON.parse(text) as { snapshots: { equity: string }[] };
    expect(snapshots.slice(2).map(({ equity }) => equity)).toEqual(
      Array.from({ length: 40_001 }, (_, index) => `${index + 1}.00`),
    );
    expect(text).toBe(canonicalJson(JSON.parse(text) as object));
  });
});
