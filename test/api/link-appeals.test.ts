import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareChanged } from "../../src/business/links/runs/compare-accounts.ts";
import { DAY } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestAdministrator, type TestApp } from "../support/app.ts";
import { copyingTraders, openCase } from "../support/linked.ts";
import type { JudgedTrader } from "../support/verdicts.ts";

let test: TestApp;
let confirmer: TestAdministrator;
let colleague: TestAdministrator;
beforeAll(async () => {
  test = await startApp({ comparesAccounts: true });
  confirmer = await test.administrator("risk");
  colleague = await test.administrator("risk");
  // The traders of tests have one address.
  const facts = { person: "off", household: "off" } as const;
  await (await test.administrator()).patch("/api/admin/settings/links", { facts });
});
afterAll(() => test.close());

const reason = "Copied by a program";

/** Creates traders whose link was confirmed. */
async function linked(count: number, decision: object = {}) {
  const traders = await copyingTraders(test, count);
  const linkId = await openCase(confirmer, traders);
  await confirmer.post(`/api/admin/links/${linkId}`, { decision: "confirm", reason, ...decision });
  return { traders, linkId };
}

interface Notice {
  kind: string;
  paragraphs: string[];
  linkPath: string | null;
}

async function noticesOf({ trader }: JudgedTrader): Promise<Notice[]> {
  const notices = (await trader.get("/api/user/notices")).json<Notice[]>();
  return notices.filter(({ kind }) => kind === "link-confirmed");
}

describe("the confirmation of a link", () => {
  it("is sent to each trader with each sentence, and without names", async () => {
    const traders = await copyingTraders(test, 3);
    const linkId = await openCase(confirmer, traders);
    for (const decision of ["watch", "confirm"]) {
      for (const trader of traders) expect(await noticesOf(trader)).toEqual([]);
      await confirmer.post(`/api/admin/links/${linkId}`, { decision, reason });
    }
    for (const trader of traders) {
      const [notice] = await noticesOf(trader);
      expect(notice!.linkPath).toBe(`/links/${linkId}`);
      const sentences = notice!.paragraphs.filter((each) =>
        /^6 of (?:your 6|6) entries/.test(each),
      );
      expect(sentences).toHaveLength(2);
      for (const other of ["A", "B"]) {
        expect(sentences.join(" ")).toMatch(new RegExp(`of ${other}\\b`));
      }
      expect(sentences.join(" ")).toMatch(/ of (?:your 6 entries|yours)/);
      expect(notice!.paragraphs).toContain(`Reason: ${reason}`);
      const { email } = trader.trader;
      const mail = (await test.mailsTo(email)).find(({ text }) => text?.includes("6 entries"));
      expect(mail?.text).toContain(`/links/${linkId}`);
      for (const other of traders.filter((each) => each !== trader)) {
        for (const text of [JSON.stringify(notice), mail?.text]) {
          expect(text).not.toContain(other.trader.email);
          expect(text).not.toContain(`user ${other.trader.id}`);
        }
      }
    }
  });

  it("is not sent when a case is watched or dismissed", async () => {
    const traders = await copyingTraders(test, 2);
    const linkId = await openCase(confirmer, traders);
    await confirmer.post(`/api/admin/links/${linkId}`, { decision: "dismiss", reason });
    for (const trader of traders) expect(await noticesOf(trader)).toEqual([]);
    expect(await test.mailsTo(traders[0]!.trader.email, 0)).toEqual([]);
  });

  it("says that payouts are withheld only if they are", async () => {
    const { traders } = await linked(2, { withhold: false });
    const [notice] = await noticesOf(traders[0]!);
    expect(notice!.paragraphs.join(" ")).not.toContain("withheld");
  });
});

const text = "We both follow the signals of the same public channel.";
const appeal = ({ trader }: JudgedTrader, linkId: number) =>
  trader.post(`/api/user/links/${linkId}/appeal`, { text });

/** Appeals, and returns the id of the appeal. */
async function appealOf(trader: JudgedTrader, linkId: number): Promise<number> {
  return (await appeal(trader, linkId)).json<{ id: number }>().id;
}

const decide = (by: TestAdministrator, id: number, decision: "grant" | "deny") =>
  by.post(`/api/admin/appeals/${id}`, { decision, reason: "The channel was shown to us" });

const ownLink = async ({ trader }: JudgedTrader, linkId: number) =>
  (await trader.get(`/api/user/links/${linkId}`)).json<Record<string, unknown>>();

interface CaseView {
  status: string;
  traders: { userId: number; clearedAt: string | null }[];
  decisions: { decision: string; by: string }[];
}

const caseOf = async (linkId: number) =>
  (await confirmer.get(`/api/admin/links/${linkId}`)).json<CaseView>();

/** The codes of the flags that cases put on the trader's first payout request. */
async function flagsOf({ trader, administrator }: JudgedTrader): Promise<string[]> {
  let [request] = (await trader.get("/api/user/payouts")).json<{ id: number }[]>();
  if (!request) {
    const account = { payoutEnabled: true };
    await administrator.patch(`/api/admin/user/${trader.id}/account`, account);
    const sent = { amount: "10", paymentMethod: "paypal", paymentDetails: trader.email };
    request = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
  }
  const desk = await confirmer.get(`/api/admin/payouts/${request.id}`);
  const { flags } = desk.json<{ flags: { code: string; linkId?: number | null }[] }>();
  return flags.flatMap(({ code, linkId }) => (linkId ? [code] : []));
}

const personsOf = async (trader: JudgedTrader) =>
  (await confirmer.get(`/api/admin/persons?userId=${trader.trader.id}`)).json<
    { traders: { userId: number }[] }[]
  >();

const idsOf = (traders: readonly JudgedTrader[]) => traders.map(({ trader }) => trader.id);

describe("an appeal against a link", () => {
  it("that another person grants clears the trader, and dismisses a case of two", async () => {
    const { traders, linkId } = await linked(2, { samePerson: true });
    const [first, second] = traders as [JudgedTrader, JudgedTrader];
    expect(await flagsOf(first)).toEqual(["withhold"]);
    const until = (await ownLink(first, linkId))["appealUntil"];
    expect(Date.parse(String(until))).toBeGreaterThan(Date.now());
    const id = await appealOf(first, linkId);
    expect(await ownLink(first, linkId)).toMatchObject({
      appeal: { id, subject: { kind: "link", id: linkId }, text },
      appealUntil: null,
      clearedAt: null,
    });
    expect(await ownLink(second, linkId)).toMatchObject({ appeal: null });
    expect((await confirmer.get(`/api/admin/appeals/${id}`)).json()).toMatchObject({
      link: { id: linkId, status: "confirmed", reason, withhold: true, clearedAt: null },
      refusal: expect.stringContaining("another administrator must decide it") as string,
    });
    expect((await decide(confirmer, id, "grant")).statusCode).toBe(403);
    expect((await decide(colleague, id, "grant")).statusCode).toBe(200);
    const after = await caseOf(linkId);
    expect(after).toMatchObject({
      status: "dismissed",
      decisions: [{ decision: "confirm" }, { decision: "dismiss" }],
    });
    expect(after.traders.map(({ clearedAt }) => clearedAt === null)).toEqual([false, true]);
    expect([await flagsOf(first), await flagsOf(second)]).toEqual([[], []]);
    expect(await personsOf(second)).toEqual([]);
    const shown = await ownLink(first, linkId);
    expect(shown).toMatchObject({ status: "dismissed", appeal: { decision: "grant" } });
    expect(shown["clearedAt"]).toEqual(expect.any(String));
    const notices = (await first.trader.get("/api/user/notices")).json<
      { kind: string; linkPath: string }[]
    >();
    expect(notices[0]).toMatchObject({ kind: "appeal-decided", linkPath: `/links/${linkId}` });
    expect((await appeal(second, linkId)).statusCode).toBe(409);
  });

  it("that is granted in a case of three leaves the others linked and one person", async () => {
    const { traders, linkId } = await linked(3, { samePerson: true });
    const [first, ...others] = traders as [JudgedTrader, ...JudgedTrader[]];
    await decide(colleague, await appealOf(first, linkId), "grant");
    expect(await caseOf(linkId)).toMatchObject({ status: "confirmed" });
    const flags = await Promise.all(traders.map(flagsOf));
    expect(flags).toEqual([[], ["withhold"], ["withhold"]]);
    expect(await personsOf(first)).toEqual([]);
    const [person] = await personsOf(others[0]!);
    expect(person!.traders.map(({ userId }) => userId)).toEqual(idsOf(others));
  });

  it("that is denied changes nothing, and is the only one", async () => {
    const { traders, linkId } = await linked(2, { samePerson: true });
    const [first, second] = traders as [JudgedTrader, JudgedTrader];
    const id = await appealOf(first, linkId);
    await decide(colleague, id, "deny");
    expect(await caseOf(linkId)).toMatchObject({ status: "confirmed" });
    expect(await flagsOf(first)).toEqual(["withhold"]);
    expect(await personsOf(first)).toHaveLength(1);
    expect(await ownLink(first, linkId)).toMatchObject({
      clearedAt: null,
      appeal: { decision: "deny", reason: "The channel was shown to us" },
    });
    expect((await decide(colleague, id, "grant")).statusCode).toBe(409);
    expect((await appeal(first, linkId)).statusCode).toBe(409);
    // The other trader has an appeal of their own.
    expect((await appeal(second, linkId)).statusCode).toBe(201);
  });

  it("needs a confirmed link of the trader, in time", async () => {
    const traders = await copyingTraders(test, 2);
    const linkId = await openCase(confirmer, traders);
    const [first] = traders as [JudgedTrader];
    expect((await appeal(first, linkId)).statusCode).toBe(404);
    await confirmer.post(`/api/admin/links/${linkId}`, { decision: "confirm", reason });
    expect(
      (await appeal(await copyingTraders(test, 1).then(([one]) => one!), linkId)).statusCode,
    ).toBe(404);
    const owner = await test.administrator();
    await owner.patch("/api/admin/settings/appeals", { days: 0 });
    expect((await appeal(first, linkId)).statusCode).toBe(409);
    await owner.patch("/api/admin/settings/appeals", { days: 14 });
    const { pool } = test.context.database;
    await pool.query(
      "update link_decisions set at = at - $2 * interval '1 millisecond' where case_id = $1",
      [linkId, 14 * DAY + 60_000],
    );
    const late = await appeal(first, linkId);
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { message: expect.stringContaining("could be appealed against until") as string },
    ]);
  });

  it("is listed with others, and found by its subject", async () => {
    const { traders, linkId } = await linked(2);
    const id = await appealOf(traders[0]!, linkId);
    const page = await colleague.query("admin.appeals.page", { subject: "link" });
    expect(page.body).toContain(traders[0]!.trader.email);
    // Roles that read appeals, but no links, see no other trader of the case.
    const support = await test.administrator("support");
    const read = await support.get(`/api/admin/appeals/${id}`);
    expect(read.json()).toMatchObject({ link: { id: linkId } });
    expect(read.body).not.toContain(traders[1]!.trader.email);
  });

  it("follows a case that is merged into another one", async () => {
    const older = await linked(2);
    const { traders, linkId } = await linked(2);
    const [first] = traders as [JudgedTrader];
    const id = await appealOf(first, linkId);
    const joined = [...older.traders.slice(0, 1), first];
    expect(await openCase(confirmer, joined)).toBe(older.linkId);
    // The mail about the former case still leads to the link.
    expect(await ownLink(first, linkId)).toMatchObject({
      id: older.linkId,
      status: "open",
      appeal: { id },
      appealUntil: null,
    });
    expect((await appeal(first, older.linkId)).statusCode).toBe(409);
    expect((await colleague.get(`/api/admin/appeals/${id}`)).json()).toMatchObject({
      link: { id: older.linkId, status: "open" },
    });
    expect((await decide(confirmer, id, "grant")).statusCode).toBe(403);
    expect((await decide(colleague, id, "grant")).statusCode).toBe(200);
    expect(await flagsOf(first)).toEqual([]);
    expect(await flagsOf(older.traders[0]!)).toEqual(["linked"]);
    expect(await caseOf(older.linkId)).toMatchObject({ status: "open" });
    // A new confirmation counts for those who were not cleared since the case was opened again.
    await confirmer.post(`/api/admin/links/${older.linkId}`, { decision: "confirm", reason });
    expect(await flagsOf(first)).toEqual([]);
    expect(await flagsOf(older.traders[0]!)).toEqual(["withhold"]);
  });

  it("does not clear a trader of what a case is opened by later", async () => {
    const { traders, linkId } = await linked(3);
    const [first] = traders as [JudgedTrader];
    await decide(colleague, await appealOf(first, linkId), "grant");
    const newcomers = await copyingTraders(test, 1);
    await openCase(confirmer, [first, ...newcomers]);
    expect(await caseOf(linkId)).toMatchObject({ status: "open" });
    expect(await flagsOf(first)).toEqual(["linked"]);
    await confirmer.post(`/api/admin/links/${linkId}`, { decision: "confirm", reason });
    expect(await flagsOf(first)).toEqual(["withhold"]);
    expect(await ownLink(first, linkId)).toMatchObject({ clearedAt: null, appealUntil: null });
  });

  it("goes with its trader", async () => {
    const { traders, linkId } = await linked(2);
    const [first, second] = traders as [JudgedTrader, JudgedTrader];
    const id = await appealOf(first, linkId);
    await (await test.administrator()).delete(`/api/admin/user/${first.trader.id}`);
    expect((await colleague.get(`/api/admin/appeals/${id}`)).statusCode).toBe(404);
    expect(await ownLink(second, linkId)).toMatchObject({
      status: "confirmed",
      evidence: [{ a: "A", b: "you" }],
    });
    await decide(colleague, await appealOf(second, linkId), "grant");
    expect(await caseOf(linkId)).toMatchObject({ status: "dismissed" });
  });

  it("stands when the accounts are compared again", async () => {
    const { traders, linkId } = await linked(2);
    await decide(colleague, await appealOf(traders[0]!, linkId), "grant");
    await compareChanged(test.context);
    const { status, traders: shown } = await caseOf(linkId);
    expect(status).toBe("dismissed");
    expect(shown.map(({ clearedAt }) => clearedAt === null)).toEqual([false, true]);
  });
});

it("the export of a trader's data has their links, and nothing of the others", async () => {
  const { traders, linkId } = await linked(3);
  const [{ trader }, ...others] = traders as [JudgedTrader, ...JudgedTrader[]];
  const response = await trader.get("/api/user/export");
  const files = unzipSync(response.rawPayload);
  const links = strFromU8(files["links.json"]!);
  expect(JSON.parse(links)).toMatchObject([
    {
      id: linkId,
      status: "confirmed",
      reason,
      withhold: true,
      clearedAt: null,
      evidence: [{ rows: { length: 6 } }, { rows: { length: 6 } }],
    },
  ]);
  for (const content of [links, strFromU8(files["links.csv"]!)]) {
    for (const other of others) {
      for (const secret of [
        other.trader.email,
        `/${other.trader.id}/`,
        `user ${other.trader.id}`,
      ]) {
        expect(content).not.toContain(secret);
      }
    }
  }
  const stranger = await test.trader();
  const empty = unzipSync((await stranger.get("/api/user/export")).rawPayload);
  expect(strFromU8(empty["links.json"]!)).toBe("[]\n");
});
