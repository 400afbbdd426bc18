import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CaseFile } from "../../src/business/record/cases/case.schema.ts";
import { verifyCase } from "../../src/business/record/cases/verify-case.rule.ts";
import { checkAccount } from "../../src/business/record/rebuilds/check-derived.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { accountIdOf, startStage } from "../support/records.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  snapshotAt,
  tradeOf,
  verdictOf,
} from "../support/verdicts.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const at = (time: string) => `2026-03-${time}:00.000Z`;

/** The stage ends on 3 March at 12:00 with an open position. */
async function endedWithPosition(): Promise<JudgedTrader> {
  const judged = await judgedTrader(test);
  const [opened] = tradeOf(1, at("03T11:00"), at("03T13:00"), "0.00");
  await feed(judged, { deals: [opened], snapshots: [snapshotAt(at("03T11:30"), "99000.00")] });
  await end(judged, at("03T12:00"));
  return judged;
}

async function end({ administrator, stageId }: JudgedTrader, endedAt: string) {
  const body = { endedAt, outcome: "failed", reason: "Too late" };
  const response = await administrator.patch(`/api/admin/stages/${stageId}`, body);
  expect(response.statusCode).toBe(200);
}

const closing = (time: string, profit: string, ticket = 1) =>
  tradeOf(ticket, at("03T11:00"), at(time), profit)[1]!;

async function send({ bridge, login }: JudgedTrader, records: object, from = login) {
  const response = await bridge.post("/api/feed", { accounts: [{ login: from, ...records }] });
  return response.json<{ accepted: { deals: number }; rejected: { message: string }[] }>();
}

async function expectSound({ trader }: JudgedTrader, stageId?: number): Promise<CaseFile> {
  const accountId = await accountIdOf(test, trader.id);
  expect(await checkAccount(test.context.database, accountId)).toEqual([]);
  const query = stageId === undefined ? "" : `?stage=${stageId}`;
  const file = (await trader.get(`/api/user/case${query}`)).json<CaseFile>();
  expect((await verifyCase(file, null)).result).toBe("confirmed");
  return file;
}

describe("after its end, a stage", () => {
  it("takes what closes its positions: they count, and change nothing that was judged", async () => {
    const judged = await endedWithPosition();
    const { asOf: _before, recordsSha256: hash, ...before } = await verdictOf(judged);
    await feed(judged, { deals: [closing("03T12:05", "-5742.60")] });
    const { asOf, recordsSha256, ...after } = await verdictOf(judged);
    expect(after).toEqual(before);
    expect([asOf, recordsSha256 === hash]).toEqual([at("03T12:05"), false]);
    expect((await judged.trader.get("/api/user/account")).json()).toMatchObject({
      balance: "94257.40",
      profitLoss: "-5742.60",
    });
    expect((await judged.trader.get("/api/user/trades")).json()).toMatchObject([
      { position: "1", closeTime: at("03T12:05"), net: "-5742.60" },
    ]);
    const file = await expectSound(judged);
    expect(file.records.deals).toHaveLength(2);
    expect(await send(judged, { deals: [closing("03T12:05", "-5742.60")] })).toMatchObject({
      duplicates: { deals: 1 },
      rejected: [],
    });
  });

  it("takes them in parts, in any order, as long as the position is open", async () => {
    const judged = await endedWithPosition();
    const part = (ticket: string, time: string, volume: string) => ({
      ...closing(time, "-10.00"),
      ticket,
      volume,
    });
    await feed(judged, { deals: [part("b", "03T12:06", "0.60")] });
    await feed(judged, { deals: [part("a", "03T12:05", "0.40")] });
    const late = await send(judged, { deals: [part("c", "03T12:07", "0.10")] });
    expect(late.rejected).toHaveLength(1);
    await expectSound(judged);
  });

  it("takes nothing else", async () => {
    const judged = await endedWithPosition();
    const others = tradeOf(2, at("03T12:30"), at("03T12:40"), "100.00");
    const answer = await send(judged, {
      deals: [...others, closing("03T12:50", "10.00", 3)],
      operations: [{ ticket: "w", time: at("03T12:10"), kind: "withdrawal", amount: "-10.00" }],
      snapshots: [snapshotAt(at("03T12:10"), "99000.00")],
    });
    expect(answer.rejected).toHaveLength(5);
  });

  it("takes a position that opens and closes around its end in one call", async () => {
    const judged = await judgedTrader(test);
    await end(judged, at("03T12:00"));
    await feed(judged, { deals: tradeOf(1, at("03T11:00"), at("03T13:00"), "-20.00") });
    expect((await judged.trader.get("/api/user/account")).json()).toMatchObject({
      balance: "99980.00",
    });
  });

  it("takes them from its own login, while the next stage has another", async () => {
    const judged = await endedWithPosition();
    const { administrator, trader, login } = judged;
    const path = `/api/admin/user/${trader.id}/account`;
    await administrator.patch(path, { login: `${login}9` });
    const next = await startStage(administrator, trader.id, { startedAt: at("03T12:01") });
    await feed({ ...judged, login: `${login}9` }, { deals: [closing("03T12:04", "5.00", 8)] });
    await feed(judged, { deals: [closing("03T12:05", "-20.00")] });
    const stages = (await trader.get("/api/user/stages")).json<{ id: number }[]>();
    expect(stages).toMatchObject([
      { id: next.id, login: `${login}9`, carriedBalance: null },
      { id: judged.stageId, login },
    ]);
    const trades = async (stage: number) =>
      (await trader.get(`/api/user/trades?stage=${stage}`)).json<{ net: string }[]>();
    expect(await trades(judged.stageId)).toMatchObject([{ net: "-20.00" }]);
    expect(await trades(next.id)).toMatchObject([{ net: "5.00" }]);
    await end(judged, at("03T11:59"));
    expect(await trades(judged.stageId)).toMatchObject([{ net: "-20.00" }]);
    await expectSound(judged, judged.stageId);
    expect(await send(judged, { snapshots: [snapshotAt(at("03T12:10"), "1.00")] })).toMatchObject({
      rejected: [{ message: expect.stringContaining("No stage") as string }],
    });
  });

  it("takes nothing any more once the next stage with its login has started", async () => {
    const judged = await endedWithPosition();
    const { administrator, trader } = judged;
    const next = await startStage(administrator, trader.id, { startedAt: at("03T12:30") });
    await feed(judged, { deals: [closing("03T12:40", "-20.00")] });
    const trades = (await trader.get(`/api/user/trades?stage=${next.id}`)).json<object[]>();
    expect(trades).toMatchObject([{ position: "1", net: "-20.00" }]);
  });
});

describe("a stage that keeps its login", () => {
  async function passedOn() {
    const judged = await judgedTrader(test);
    await feed(judged, { deals: tradeOf(1, at("03T09:00"), at("03T10:00"), "10000.00") });
    const next = await startStage(judged.administrator, judged.trader.id, {
      startedAt: at("05T00:00"),
      rulesVersionId: judged.rulesVersionId!,
    });
    return { ...judged, next };
  }
  const withdrawal = (amount: string, time = "05T01:00") => ({
    operations: [{ ticket: `w${amount}`, time: at(time), kind: "withdrawal", amount }],
  });

  it("shows the balance it continues with, and has clean evidence once the difference is withdrawn", async () => {
    const judged = await passedOn();
    expect(judged.next.carriedBalance).toBe("110000.00");
    await feed(judged, withdrawal("-10000.00"));
    await feed(judged, { snapshots: [snapshotAt(at("05T09:00"), "100000.00")] });
    expect(await verdictOf(judged)).toMatchObject({
      engine: "3",
      grade: "observed",
      findings: [],
      rules: [{ floor: "95000.00", room: "5000.00" }, { value: "0.00" }],
    });
    expect((await judged.trader.get("/api/user/account")).json()).toMatchObject({
      balance: "100000.00",
      profitLoss: "0.00",
    });
    const file = await expectSound(judged);
    expect(file).toMatchObject({ stage: { carriedBalance: "110000.00" }, waivers: [] });
  });

  it("is funded by several withdrawals that arrive one by one, before its first deal", async () => {
    const judged = await passedOn();
    await feed(judged, withdrawal("-4000.00"));
    await feed(judged, { snapshots: [snapshotAt(at("05T02:00"), "106000.00", "106000.00")] });
    expect(await verdictOf(judged)).toMatchObject({ findings: [{ code: "unexplained_balance" }] });
    await expectSound(judged);
    await feed(judged, withdrawal("-6000.00", "06T03:00"));
    await feed(judged, { deals: tradeOf(2, at("06T09:00"), at("06T10:00"), "50.00") });
    await feed(judged, { snapshots: [snapshotAt(at("06T11:00"), "100050.00", "100050.00")] });
    expect((await judged.trader.get("/api/user/account")).json()).toMatchObject({
      balance: "100050.00",
      profitLoss: "50.00",
    });
    await expectSound(judged);
    // As of a time before the sum was met, nothing was funding.
    expect(await verdictOf(judged, `?asOf=${at("05T12:00")}`)).toMatchObject({
      findings: [{ code: "unexplained_balance" }],
    });
  });

  it("follows late deals of the stage before", async () => {
    const judged = await passedOn();
    await feed(judged, withdrawal("-10000.00"));
    await feed(judged, { snapshots: [snapshotAt(at("05T09:00"), "100000.00")] });
    await feed(judged, { deals: tradeOf(3, at("03T14:00"), at("03T15:00"), "500.00") });
    const [stage] = (await judged.trader.get("/api/user/stages")).json<object[]>();
    expect(stage).toMatchObject({ carriedBalance: "110500.00" });
    expect((await verdictOf(judged)).findings).toMatchObject([{ code: "unexplained_balance" }]);
    await expectSound(judged);
    await feed(judged, withdrawal("-500.00", "05T08:00"));
    expect((await verdictOf(judged)).findings).toEqual([]);
    await expectSound(judged);
  });

  it("continues with nothing once it has another login", async () => {
    const judged = await passedOn();
    const path = `/api/admin/user/${judged.trader.id}/account`;
    const login = `${judged.login}8`;
    await judged.administrator.patch(path, { login });
    const [stage] = (await judged.trader.get("/api/user/stages")).json<object[]>();
    expect(stage).toMatchObject({ carriedBalance: null });
    const deposit = { ticket: "d", time: at("05T01:00"), kind: "deposit", amount: "100000.00" };
    await feed({ ...judged, login }, { operations: [deposit] });
    await feed({ ...judged, login }, { snapshots: [snapshotAt(at("05T09:00"), "100000.00")] });
    expect(await verdictOf(judged)).toMatchObject({ engine: "2", findings: [] });
    await expectSound(judged);
  });
});
