import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LinkFile } from "../../src/business/links/file/link-file.schema.ts";
import { verifyFile } from "../../src/business/links/file/verify-file.rule.ts";
import type { PublishedKeys } from "../../src/business/record/cases/case.schema.ts";
import { startApp, type TestAdministrator, type TestApp } from "../support/app.ts";
import { purchaseOf } from "../support/linked.ts";
import { feed, type JudgedTrader, judgedTrader } from "../support/verdicts.ts";

let test: TestApp;
let risk: TestAdministrator;
/** The leader has the higher id. */
let copier: JudgedTrader;
let leader: JudgedTrader;
let linkId: number;
beforeAll(async () => {
  test = await startApp({ comparesAccounts: true });
  risk = await test.administrator("risk");
  copier = await judgedTrader(test, null);
  leader = await judgedTrader(test, null);
  await feed(leader, { deals: opened.flatMap((time, place) => trade(`L${place}`, time)) });
  await feed(copier, { deals: opened.flatMap((time, place) => trade(`C${place}`, time + 2000)) });
  const userIds = [leader.trader.id, copier.trader.id];
  const reason = "Reported by another firm";
  linkId = (await risk.post("/api/admin/links", { userIds, reason })).json<{ id: number }>().id;
});
afterAll(() => test.close());

const HOUR = 3_600_000;
const begun = Date.now();
const opened = [1, 2, 3, 4, 5, 6].map((place) => begun - place * HOUR);

const trade = (position: string, time: number) => purchaseOf(position, "EURUSD.ecn", time);

const own = (path = "") => copier.trader.get(`/api/user/links${path}`);
const fileOf = (userId: number) => risk.get(`/api/admin/links/${linkId}/file?userId=${userId}`);

describe("a link, before it is confirmed", () => {
  it("is not shown to its traders, and has no file", async () => {
    expect((await own()).json()).toEqual([]);
    for (const path of [`/${linkId}`, `/${linkId}/rows?kind=copied&other=A`, `/${linkId}/file`]) {
      expect([path, (await own(path)).statusCode]).toEqual([path, 404]);
    }
    expect((await fileOf(copier.trader.id)).statusCode).toBe(404);
  });
});

describe("a link that was confirmed", () => {
  beforeAll(async () => {
    const decision = { decision: "confirm", reason: "Copied by a program" };
    await risk.post(`/api/admin/links/${linkId}`, decision);
  });

  it("is shown to its traders, who are not named to each other", async () => {
    const [listed] = (await own()).json<Record<string, unknown>[]>();
    expect(listed).toEqual((await own(`/${linkId}`)).json());
    expect(listed).toMatchObject({
      id: linkId,
      status: "confirmed",
      reason: "Copied by a program",
      withhold: true,
      clearedAt: null,
      evidence: [{ kind: "copied", a: "you", b: "A", matched: 6, netA: "30.00", netB: null }],
    });
    const rows = (await own(`/${linkId}/rows?kind=copied&other=A`)).json<unknown[]>();
    expect(rows).toHaveLength(6);
    expect(rows[0]).toMatchObject({
      result: "matched",
      a: { positions: ["C5"], net: "5.00" },
      b: { positions: null, net: null, volume: "0.50" },
      lagMs: -2000,
    });
    const text = JSON.stringify([listed, rows]);
    const { email, id } = leader.trader;
    for (const secret of [email, `user ${id}`, "L5"]) expect(text).not.toContain(secret);
    for (const query of ["kind=copied&other=B", "kind=copied&other=you", "kind=opposite&other=A"]) {
      expect([query, (await own(`/${linkId}/rows?${query}`)).statusCode]).toEqual([query, 404]);
    }
  });

  it("is hidden from other traders", async () => {
    const stranger = await test.trader();
    expect((await stranger.get("/api/user/links")).json()).toEqual([]);
    for (const path of ["", "/file"]) {
      expect((await stranger.get(`/api/user/links/${linkId}${path}`)).statusCode).toBe(404);
    }
    expect((await fileOf(stranger.id)).statusCode).toBe(404);
  });

  it("has a file for each of its traders that confirms the link", async () => {
    const response = await own(`/${linkId}/file`);
    expect(response.headers["content-disposition"]).toContain(`propdesk-link-${linkId}.json`);
    const file = response.json<LinkFile>();
    const keys = (await copier.trader.get("/.well-known/propdesk-keys.json")).json();
    expect(await verifyFile(file, keys)).toMatchObject({
      about: "link",
      verification: { result: "confirmed", checked: { signature: "valid" } },
    });
    expect(file).toMatchObject({
      format: "propdesk-link/1",
      link: { id: linkId, reason: "Copied by a program" },
      evidence: [{ a: "you", b: "A", rows: { length: 6 } }],
    });
    expect(Object.keys(file.deals)).toEqual(["you", "A"]);
    expect([file.deals["you"]?.[0], file.deals["A"]?.[1]]).toMatchObject([
      { position: "C5", entry: "in", symbol: "EURUSD.ECN", side: "buy", volume: "0.50" },
      { position: "1", entry: "out" },
    ]);
    const text = response.body;
    for (const secret of [leader.trader.email, "L5"]) expect(text).not.toContain(secret);
    const other = (await leader.trader.get(`/api/user/links/${linkId}/file`)).json<LinkFile>();
    expect(other.evidence[0]).toMatchObject({ a: "A", b: "you" });
    expect(await verifyFile(other, keys)).toMatchObject({ verification: { result: "confirmed" } });
  });

  it("has the same file for administrators, whose view is recorded for each trader", async () => {
    const { id } = copier.trader;
    const response = await fileOf(id);
    expect(response.json()).toEqual((await own(`/${linkId}/file`)).json());
    for (const trader of [copier, leader]) {
      const url = `/api/admin/audit?action=link.viewed&traderId=${trader.trader.id}`;
      expect((await risk.get(url)).json()).toHaveLength(1);
    }
    expect((await risk.get(`/api/admin/links/${linkId}/file`)).statusCode).toBe(400);
    const support = await test.administrator("support");
    const refused = await support.get(`/api/admin/links/${linkId}/file?userId=${id}`);
    expect(refused.statusCode).toBe(403);
  });
});

describe("the file of a link that was confirmed", () => {
  const fileAs = async ({ trader }: JudgedTrader) =>
    (await trader.get(`/api/user/links/${linkId}/file`)).json<LinkFile>();
  const resultOf = async (file: LinkFile, keys: PublishedKeys | null) => {
    const { verification } = await verifyFile(file, keys);
    return verification.result === "changed" ? verification.difference.path : verification.result;
  };
  const readKeys = async () =>
    (await copier.trader.get("/.well-known/propdesk-keys.json")).json<PublishedKeys>();

  it("stays as it was confirmed when records arrive late, and others are deleted", async () => {
    const before = await fileAs(copier);
    await feed(copier, { deals: trade("late", begun - 3.5 * HOUR) });
    await feed(leader, { deals: trade("later", begun - 1.5 * HOUR) });
    const unrelated = await test.trader();
    await (await test.administrator()).delete(`/api/admin/user/${unrelated.id}`);
    for (const trader of [copier, leader]) {
      expect(await resultOf(await fileAs(trader), await readKeys())).toBe("confirmed");
    }
    expect((await fileAs(copier)).deals).toEqual(before.deals);
  });

  it("says that the other account was deleted, for which only the signature vouches", async () => {
    await (await test.administrator()).delete(`/api/admin/user/${leader.trader.id}`);
    const file = await fileAs(copier);
    expect(file.deals).toMatchObject({ you: { length: 12 }, A: null });
    expect(file.evidence).toMatchObject([{ a: "you", b: "A", matched: 6 }]);
    expect(await resultOf(file, await readKeys())).toBe("confirmed");
    expect(await resultOf(file, null)).toBe("deals.A");
    const forged = { ...file, firm: "Another" };
    expect(await resultOf(forged, await readKeys())).toBe("signature");
    expect((await fileOf(leader.trader.id)).statusCode).toBe(404);
    const { rows } = await test.context.database.pool.query("select user_id from link_deals");
    expect(rows).toEqual([{ user_id: copier.trader.id }]);
  });
});
