import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareChanged } from "../../src/business/links/runs/compare-accounts.ts";
import { compareAll, runByNight } from "../../src/business/links/runs/link-runs.ts";
import { canonicalJson } from "../../src/platform/fields/canonical-json.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { TestAdministrator } from "../support/app.ts";
import { meetAtLock } from "../support/barrier.ts";
import { feed, type JudgedTrader, judgedTrader } from "../support/verdicts.ts";

let test: TestApp;
let risk: TestAdministrator;
let label: string;
beforeAll(async () => {
  test = await startApp({ comparesAccounts: true });
  risk = await test.administrator("risk");
  label = (await risk.get("/api/admin/me")).json().name;
  // The traders of tests have one address.
  const facts = { person: "off", household: "off" } as const;
  await (await test.administrator()).patch("/api/admin/settings/links", { facts });
});
afterAll(() => test.close());

const LINKS = "/api/admin/links";
const MINUTE = 60_000;
const begun = Date.now();

/** What commands about cases wait for. */
const casesLock = { statement: "select pg_advisory_xact_lock($1)", values: [7_310_015] };

/** A trade that was opened so many minutes ago and closed a minute later. */
function tradeAgo(minutes: number, lag: number, symbol: string) {
  const opened = begun - minutes * MINUTE + lag;
  const position = `${symbol}${minutes}`;
  const deal = { position, symbol, volume: "1.00", price: "1.1" };
  const at = (after: number) => new Date(opened + after).toISOString();
  return [
    { ...deal, ticket: `${position}/in`, time: at(0), entry: "in", side: "buy" },
    {
      ...deal,
      ticket: `${position}/out`,
      time: at(MINUTE),
      entry: "out",
      side: "sell",
      profit: "5",
    },
  ];
}

const often = [1, 2, 3, 4, 5, 6, 7, 8].map((place) => place * 90);

/** Returns a leader and a copier who follows two seconds later, in an instrument of their own. */
async function copiers(): Promise<[JudgedTrader, JudgedTrader]> {
  const leader = await judgedTrader(test, null);
  const copier = await judgedTrader(test, null);
  const symbol = `S${leader.trader.id}`;
  await feed(leader, { deals: often.flatMap((ago) => tradeAgo(ago, 0, symbol)) });
  await feed(copier, { deals: often.flatMap((ago) => tradeAgo(ago, 2000, symbol)) });
  return [leader, copier];
}

interface Case {
  id: number;
  status: string;
  userIds: number[];
  kinds: string[];
  reopenedAt: string | null;
  evidenceSha256: string;
  evidence: Record<string, unknown>[];
  facts: Record<string, unknown>[];
  decisions: Record<string, unknown>[];
}

const idsOf = (...traders: JudgedTrader[]) => traders.map(({ trader }) => trader.id);

async function caseOf({ trader }: JudgedTrader): Promise<Case | undefined> {
  const [listed] = (await risk.get(`${LINKS}?userId=${trader.id}`)).json<Case[]>();
  return listed && (await risk.get(`${LINKS}/${listed.id}`)).json<Case>();
}

const decide = (id: number, body: object) =>
  risk.post(`${LINKS}/${id}`, { reason: "Seen", ...body });

describe("two accounts that trade alike", () => {
  it("are a case within a minute of their records, with its rows, hash and events", async () => {
    const [leader, copier] = await copiers();
    await compareChanged(test.context);
    const found = (await caseOf(leader))!;
    expect(found).toMatchObject({
      status: "open",
      kinds: ["copied"],
      userIds: idsOf(leader, copier),
      openedBy: "Rules",
      reason: null,
      reopenedAt: null,
      decidedAt: null,
      withhold: false,
      mergedInto: null,
      traders: [{ userId: leader.trader.id, clearedAt: null }, { userId: copier.trader.id }],
      evidence: [{ kind: "copied", matched: 8, entries: 8, exposure: null }],
      facts: [],
      decisions: [],
    });
    const { evidence, facts } = found;
    const hash = createHash("sha256").update(canonicalJson({ evidence, facts })).digest("hex");
    expect(found.evidenceSha256).toBe(hash);
    const [a, b] = idsOf(leader, copier);
    const rows = (await risk.get(`${LINKS}/${found.id}/rows?kind=copied&a=${b}&b=${a}`)).json();
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatchObject({ result: "matched", lagMs: 2000 });
    expect(
      (await risk.get(`${LINKS}/${found.id}/rows?kind=opposite&a=${a}&b=${b}`)).statusCode,
    ).toBe(404);
    const viewed = await risk.get(`/api/admin/audit?action=link.viewed&traderId=${a}`);
    expect(viewed.json()).toHaveLength(2);
    const opened = (await risk.get("/api/admin/audit?action=link.opened")).json();
    expect(opened[0]).toMatchObject({
      actor: "system",
      actorName: "Rules",
      changes: { linkId: { to: found.id }, userIds: { to: `${a}, ${b}` }, reopened: { to: false } },
    });
    const marks = await test.context.database.pool.query("select from changed_accounts");
    expect(marks.rowCount).toBe(0);
    // Nothing new: the same case.
    await runByNight(test.context);
    expect((await caseOf(copier))!.evidenceSha256).toBe(hash);
  });

  it("leave the case when records arrive later that take the evidence away", async () => {
    const [leader, copier] = await copiers();
    await compareChanged(test.context);
    const { id } = (await caseOf(leader))!;
    // So many more entries of the copier that the ones alike are a small share of the leader's.
    const alone = Array.from({ length: 40 }, (_, place) => place * 17 + 3);
    for (const trader of [leader, copier]) {
      const offset = trader === leader ? 0 : 25_000;
      const deals = alone.flatMap((ago) => tradeAgo(ago, offset, `L${id}`));
      await feed(trader, { deals });
    }
    await compareChanged(test.context);
    expect(await caseOf(leader)).toBeUndefined();
    expect((await risk.get(`${LINKS}/${id}`)).json()).toMatchObject({
      status: "dismissed",
      userIds: [],
      evidence: [],
      decisions: [{ decision: "dismiss", by: "Rules" }],
    });
  });
});

describe("a case", () => {
  it("is decided on what was seen, and only in a state that allows it", async () => {
    const [leader] = await copiers();
    await compareChanged(test.context);
    const { id, evidenceSha256 } = (await caseOf(leader))!;
    const other = await decide(id, { decision: "watch", evidenceSha256: "0".repeat(64) });
    expect(other.statusCode).toBe(409);
    expect(other.json().current).toMatchObject({ id, evidenceSha256 });
    // The refusal shows the case, too.
    const views = `/api/admin/audit?action=link.viewed&traderId=${leader.trader.id}`;
    expect((await risk.get(views)).json()).toHaveLength(2);
    const watched = await decide(id, { decision: "watch", evidenceSha256 });
    expect(watched.json()).toMatchObject({
      status: "watched",
      decidedAt: expect.any(String),
      decisions: [{ decision: "watch", reason: "Seen", by: label, evidenceSha256 }],
    });
    expect((await decide(id, { decision: "watch" })).statusCode).toBe(409);
    const early = await risk.patch(`${LINKS}/${id}`, { withhold: false, reason: "Not yet" });
    expect(early.statusCode).toBe(409);
    expect((await decide(id, { decision: "dismiss", withhold: true })).statusCode).toBe(400);
    const confirmed = await decide(id, { decision: "confirm", samePerson: true });
    expect(confirmed.json()).toMatchObject({ status: "confirmed", withhold: true });
    const persons = (await risk.get(`/api/admin/persons?userId=${leader.trader.id}`)).json();
    expect(persons).toMatchObject([{ linkId: id, reason: "Seen" }]);
    expect(persons[0].traders).toHaveLength(2);
    const changed = await risk.patch(`${LINKS}/${id}`, {
      withhold: false,
      reason: "Talked to them",
    });
    expect(changed.json()).toMatchObject({ status: "confirmed", withhold: false });
    const late = await decide(id, { decision: "dismiss" });
    expect(late.statusCode).toBe(409);
    expect(late.json().current.status).toBe("confirmed");
  });

  it("is decided once by two people at once", async () => {
    const [leader] = await copiers();
    await compareChanged(test.context);
    const { id } = (await caseOf(leader))!;
    const responses = await meetAtLock(test, casesLock, [
      () => decide(id, { decision: "confirm" }),
      () => decide(id, { decision: "dismiss" }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it("is opened again by enough entries after its dismissal alone", async () => {
    const [leader] = await copiers();
    await compareChanged(test.context);
    const { id } = (await caseOf(leader))!;
    await decide(id, { decision: "dismiss" });
    const decidedBefore = async (entries: number) => {
      const at = new Date(begun - (entries + 0.5) * 90 * MINUTE);
      const { pool } = test.context.database;
      await pool.query("update link_cases set decided_at = $2 where id = $1", [id, at]);
      await runByNight(test.context);
      return caseOf(leader);
    };
    expect(await decidedBefore(4)).toMatchObject({ status: "dismissed", reopenedAt: null });
    expect(await decidedBefore(6)).toMatchObject({
      status: "open",
      reopenedAt: expect.any(String),
      evidence: [{ kind: "copied", matched: 8 }],
    });
  });

  it("is opened by hand, and takes the case of a trader with it", async () => {
    const [leader, copier] = await copiers();
    await compareChanged(test.context);
    const { id } = (await caseOf(leader))!;
    await decide(id, { decision: "dismiss" });
    const third = await judgedTrader(test, null);
    const body = { userIds: idsOf(third, copier), reason: "Reported by another firm" };
    const response = await risk.post(LINKS, body);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      id,
      status: "open",
      reopenedAt: expect.any(String),
      userIds: idsOf(leader, copier, third),
    });
    const alone = await risk.post(LINKS, { ...body, userIds: idsOf(third) });
    expect(alone.statusCode).toBe(400);
    const unknown = await risk.post(LINKS, { ...body, userIds: [third.trader.id, 999_999] });
    expect(unknown.statusCode).toBe(400);
    const [fourth, fifth] = [await judgedTrader(test, null), await judgedTrader(test, null)];
    const own = (await risk.post(LINKS, { ...body, userIds: idsOf(fourth, fifth) })).json();
    expect(own).toMatchObject({
      status: "open",
      openedBy: label,
      reason: "Reported by another firm",
      evidence: [],
    });
    await runByNight(test.context);
    expect((await caseOf(fourth))!.status).toBe("open");
  });

  it("leaves out a deleted trader, and keeps the figures", async () => {
    const [leader, copier] = await copiers();
    await compareChanged(test.context);
    const { id } = (await caseOf(leader))!;
    const owner = await test.administrator();
    expect((await owner.delete(`/api/admin/user/${copier.trader.id}`)).statusCode).toBe(200);
    expect((await risk.get(`${LINKS}/${id}`)).json()).toMatchObject({
      userIds: idsOf(leader),
      evidence: [{ b: copier.trader.id, matched: 8 }],
    });
    await runByNight(test.context);
    expect((await risk.get(`${LINKS}/${id}`)).json()).toMatchObject({ status: "open" });
  });
});

describe("a shared payee", () => {
  async function ask(): Promise<{ id: number; payoutId: number }> {
    const owner = await test.administrator();
    const trader = await test.trader();
    const account = { payoutEnabled: true, balance: "105000" };
    await owner.patch(`/api/admin/user/${trader.id}/account`, account);
    const body = { amount: "10", paymentMethod: "paypal", paymentDetails: "shared@example.com" };
    const created = await trader.post("/api/user/payouts", body);
    expect(created.statusCode).toBe(201);
    return { id: trader.id, payoutId: created.json().id };
  }
  const flagsOf = async (payoutId: number) =>
    (await risk.get(`/api/admin/payouts/${payoutId}`)).json<{ flags: { code: string }[] }>().flags;
  const waiting = async () => (await risk.get("/api/admin/overview/waiting")).json().links.total;

  it("opens a case of its traders, which flags their payouts, and a further one opens it again", async () => {
    const before = await waiting();
    const asked = [await ask(), await ask()];
    await compareChanged(test.context);
    const ids = asked.map(({ id }) => id);
    const find = async () => (await risk.get(`${LINKS}?userId=${ids[0]}`)).json<Case[]>()[0]!;
    const { id } = await find();
    expect(await find()).toMatchObject({ kinds: ["payee"], userIds: ids });
    expect(await waiting()).toBe(before + 1);
    const { payoutId } = asked[0]!;
    expect(await flagsOf(payoutId)).toMatchObject([
      { code: "details_shared" },
      { code: "linked", linkId: id, message: expect.not.stringMatching(/trader #/i) },
    ]);
    await decide(id, { decision: "confirm" });
    expect(await waiting()).toBe(before);
    expect(await flagsOf(payoutId)).toMatchObject([
      { code: "details_shared" },
      { code: "withhold", linkId: id },
    ]);
    await risk.patch(`${LINKS}/${id}`, { withhold: false, reason: "Talked to them" });
    expect(await flagsOf(payoutId)).toMatchObject([{ code: "details_shared" }]);
    ids.push((await ask()).id);
    await compareChanged(test.context);
    expect(await find()).toMatchObject({ id, status: "open", userIds: ids });
    expect(await flagsOf(payoutId)).toMatchObject([{ code: "details_shared" }, { code: "linked" }]);
  });
});

describe("a run", () => {
  it("is started once, and lists what it compared", async () => {
    await copiers();
    const first = await risk.post(`${LINKS}/run`, {});
    expect(first.statusCode).toBe(202);
    expect(first.json()).toMatchObject({ accounts: null, finishedAt: null });
    const { id } = first.json();
    const second = await risk.post(`${LINKS}/run`, {});
    const runs = async () => (await risk.get(`${LINKS}/runs`)).json();
    if (second.json().id !== id) expect(second.json().id).toBeGreaterThan(id);
    await expect
      .poll(async () => (await runs()).every((run: Case) => "finishedAt" in run))
      .toBe(true);
    await compareAll(test.context, id);
    const run = (await runs()).find((each: Case) => each.id === id);
    expect(run).toMatchObject({ finishedAt: expect.any(String), opened: expect.any(Number) });
    expect(run.accounts).toBeGreaterThan(1);
    expect(run.comparisons).toBeLessThanOrEqual(51 * run.entries);
  });
});
