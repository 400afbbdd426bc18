import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { withdrawStatement, importLines, operationLine, tradeLine } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  reviewsOf,
  tradeOf,
  verdictOf,
  verdictsOf,
} from "../support/verdicts.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const morning = "2026-03-02T09:00:00.000Z";
const noon = "2026-03-02T12:00:00.000Z";
const wholeDay = { from: "2026-03-02T00:00:00.000Z", to: "2026-03-03T00:00:00.000Z" };

const funding = {
  ticket: "90",
  time: "2026-03-01T08:00:00.000Z",
  kind: "deposit",
  amount: "100000.00",
};

interface Finding {
  id: number;
  kind: string;
  item: string;
  ticket: string;
  status: string;
  recorded: { profit?: string; amount?: string };
  platform: { profit?: string; time: string } | null;
}

/** Creates a judged trader with a trade that has lost 1,000, and says what the platform shows. */
async function traded() {
  const judged = await judgedTrader(test);
  const deals = tradeOf(1, morning, noon, "-1000.00");
  await feed(judged, { deals, operations: [funding] });
  const send = async (records: object) =>
    (
      await judged.bridge.post("/api/feed", {
        accounts: [{ login: judged.login, ...records }],
      })
    ).json<{ rejected: { item: string; message: string }[] }>();
  const findings = async (query = "") => {
    const url = `/api/admin/bridges/findings?userId=${judged.trader.id}${query}`;
    return (await judged.administrator.get(url)).json<Finding[]>();
  };
  const decide = (id: number, decision: string, reason = "The platform has corrected it") =>
    judged.administrator.post(`/api/admin/bridges/findings/${id}`, { decision, reason });
  const [opening, closing] = deals;
  const changed = { ...closing!, profit: "-6000.00" };
  return {
    ...judged,
    deals,
    opening: opening!,
    closing: closing!,
    changed,
    send,
    findings,
    decide,
  };
}

const gradeOf = async (judged: JudgedTrader) => (await verdictOf(judged)).grade;

const balanceOf = async ({ trader }: JudgedTrader) =>
  (await trader.get("/api/user/account")).json<{ balance: string }>().balance;

describe.each(transports)("findings over $name", (transport) => {
  it("are listed with both contents, and decided once", async () => {
    const account = await traded();
    const { administrator, trader, stageId, bridge, login, closing, changed } = account;
    await account.send({ deals: [changed] });
    const list = async () => {
      const query = { userId: trader.id, status: "open", limit: 5 };
      return (await transport.call<Finding[]>(administrator, "admin.bridges.findings", query)).body;
    };
    const [found] = await list();
    const content = { ...closing, swap: "0.00", commission: "0.00", fee: "0.00" };
    expect(found).toEqual({
      id: expect.any(Number) as number,
      tokenId: bridge.id,
      userId: trader.id,
      stageId,
      login,
      kind: "changed",
      item: "deals",
      ticket: "1/out",
      recorded: content,
      platform: { ...content, profit: "-6000.00" },
      foundAt: expect.any(String) as string,
      status: "open",
      reason: null,
      decidedAt: null,
      decidedBy: null,
    });
    const decide = (decision: string) =>
      transport.call<Finding>(administrator, "admin.bridges.decide", {
        id: found!.id,
        decision,
        reason: "Checked",
      });
    expect((await decide("keep")).body).toMatchObject({ status: "kept", reason: "Checked" });
    expect((await decide("accept")).status).toBe(409);
    expect(await list()).toEqual([]);
  });
});

describe("what the platform shows otherwise", () => {
  it("leaves the record as it is and its verdicts incomplete until it is accepted", async () => {
    const account = await traded();
    const { changed } = account;
    const { rejected } = await account.send({ deals: [changed] });
    expect(rejected).toMatchObject([{ item: "deals" }]);
    await account.send({ deals: [changed] });
    const found = await account.findings();
    expect(found).toMatchObject([{ kind: "changed", status: "open" }]);
    expect(await balanceOf(account)).toBe("99000.00");
    expect(await gradeOf(account)).toBe("incomplete");
    const { findings } = await verdictOf(account);
    expect(findings).toMatchObject([{ code: "conflict" }]);

    expect((await account.decide(found[0]!.id, "accept")).statusCode).toBe(200);
    expect(await balanceOf(account)).toBe("94000.00");
    const verdict = await verdictOf(account);
    expect(verdict).toMatchObject({ outcome: "breached", findings: [] });
    expect(verdict.grade).not.toBe("incomplete");
    const [kept] = await verdictsOf(account);
    expect(kept!.cause).toMatchObject({ kind: "correction", id: found[0]!.id });
    expect(await reviewsOf(account)).toMatchObject([{ kind: "breach", decision: null }]);
    const notices = (await account.trader.get("/api/user/notices")).json<{ title: string }[]>();
    expect(JSON.stringify(notices)).toContain("was corrected");
    const again = await account.decide(found[0]!.id, "keep");
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ current: { status: "accepted" } });
    // From now on the platform's content is known.
    expect((await account.send({ deals: [changed] })).rejected).toEqual([]);
    expect(await account.findings("&status=open")).toEqual([]);
  });

  it("is not reported again if the record was kept, but other content is", async () => {
    const account = await traded();
    await account.send({ deals: [account.changed] });
    const [found] = await account.findings();
    await account.decide(found!.id, "keep");
    expect(await gradeOf(account)).not.toBe("incomplete");
    expect(await balanceOf(account)).toBe("99000.00");
    await account.send({ deals: [account.changed] });
    expect(await account.findings("&status=open")).toEqual([]);
    await account.send({ deals: [{ ...account.closing, price: "1.2" }] });
    expect(await account.findings("&status=open")).toMatchObject([{ kind: "changed" }]);
  });

  it("is resolved when the platform shows the recorded content again", async () => {
    const account = await traded();
    await account.send({ deals: [account.changed] });
    await account.send({ deals: [account.closing] });
    expect(await account.findings()).toMatchObject([{ status: "resolved", decidedAt: null }]);
    expect(await gradeOf(account)).not.toBe("incomplete");
  });

  it("has one open finding, about what it shows last", async () => {
    const account = await traded();
    await account.send({ deals: [account.changed] });
    const [first] = await account.findings();
    await account.send({ deals: [{ ...account.closing, profit: "-2000.00" }] });
    expect(await account.findings("&status=open")).toMatchObject([
      { platform: { profit: "-2000.00" } },
    ]);
    expect((await account.decide(first!.id, "accept")).statusCode).toBe(409);
  });

  it("moves a deal to where its time belongs", async () => {
    const account = await traded();
    const moved = { ...account.closing, time: "2026-03-02T13:00:00.000Z" };
    await account.send({ deals: [moved] });
    // Its new time is outside of a period that holds the old one, so it is not missing there.
    const morningOnly = { from: wholeDay.from, to: "2026-03-02T12:30:00.000Z" };
    await account.send({ complete: morningOnly, deals: [account.opening] });
    const found = await account.findings("&status=open");
    expect(found).toMatchObject([{ kind: "changed" }]);
    await account.decide(found[0]!.id, "accept");
    const trades = (await account.trader.get("/api/user/trades")).json<{ closeTime: string }[]>();
    expect(trades).toMatchObject([{ closeTime: moved.time }]);
  });
});

describe("a call that holds all of a period", () => {
  it("finds what it lacks, whose acceptance takes it out of the record", async () => {
    const account = await traded();
    await account.send({ complete: wholeDay, deals: [account.opening] });
    const found = await account.findings();
    expect(found).toMatchObject([
      { kind: "missing", item: "deals", ticket: "1/out", platform: null, status: "open" },
    ]);
    expect(await gradeOf(account)).toBe("incomplete");
    await account.send({ complete: wholeDay, deals: [account.opening] });
    expect(await account.findings()).toHaveLength(1);
    await account.decide(found[0]!.id, "accept");
    expect(await balanceOf(account)).toBe("100000.00");
    expect(await gradeOf(account)).not.toBe("incomplete");
    const trades = (await account.trader.get("/api/user/trades")).json<object[]>();
    expect(trades).toMatchObject([{ closeTime: null }]);
    await account.send({ complete: wholeDay, deals: [account.opening] });
    expect(await account.findings("&status=open")).toEqual([]);
  });

  it("finds nothing outside of the period, among snapshots, or of a record that was kept", async () => {
    const account = await traded();
    const early = { from: "2026-03-01T00:00:00.000Z", to: morning };
    await account.send({ complete: early, operations: [funding] });
    expect(await account.findings()).toEqual([]);
    await account.send({ complete: { from: morning, to: noon }, deals: [account.opening] });
    expect(await account.findings()).toEqual([]);
    await account.send({ complete: early });
    const [found] = await account.findings();
    expect(found).toMatchObject({ kind: "missing", item: "operations", ticket: "90" });
    await account.decide(found!.id, "keep");
    await account.send({ complete: early });
    expect(await account.findings("&status=open")).toEqual([]);
  });

  it("counts an item that it rejects as shown", async () => {
    const account = await traded();
    const invalid = { ...account.closing, volume: "none" };
    await account.send({ complete: wholeDay, deals: [account.opening, invalid] });
    expect(await account.findings()).toEqual([]);
  });

  it("leaves what a statement holds as well", async () => {
    const account = await traded();
    const { administrator, trader, stageId } = account;
    const imported = await importLines(
      administrator,
      trader.id,
      [
        operationLine(90, "2026-03-01 08:00:00", "100000.00"),
        tradeLine({
          ticket: 1,
          opened: "2026-03-02 09:00:00",
          closed: "2026-03-02 12:00:00",
          profit: "-1000.00",
        }),
      ],
      { timeZone: "UTC", stageId },
    );
    await account.send({ complete: wholeDay, deals: [account.opening] });
    const [found] = await account.findings("&status=open");
    await account.decide(found!.id, "accept");
    expect(await balanceOf(account)).toBe("99000.00");
    await withdrawStatement(administrator, imported.id);
    expect(await balanceOf(account)).toBe("100000.00");
  });

  it("needs a period that does not end before it begins", async () => {
    const account = await traded();
    const complete = { from: noon, to: morning };
    const response = await account.bridge.post("/api/feed", {
      accounts: [{ login: account.login, complete }],
    });
    expect(response.statusCode).toBe(400);
  });
});

it("shows open findings among what waits, with the oldest", async () => {
  const administrator = await test.administrator();
  const waiting = async () =>
    (await administrator.get("/api/admin/overview/waiting")).json<{
      findings: { count: number; oldest: string | null };
    }>().findings;
  const before = await waiting();
  const account = await traded();
  await account.send({ deals: [account.changed] });
  expect(await waiting()).toEqual({
    count: before.count + 1,
    oldest: expect.any(String) as string,
  });
});

it("is decided by owners and risk alone", async () => {
  const account = await traded();
  await account.send({ deals: [account.changed] });
  const [found] = await account.findings();
  const support = await test.administrator("support");
  const path = `/api/admin/bridges/findings/${found!.id}`;
  const decision = { decision: "keep", reason: "Checked" };
  expect((await support.post(path, decision)).statusCode).toBe(403);
  const risk = await test.administrator("risk");
  expect((await risk.post(path, decision)).statusCode).toBe(200);
});
