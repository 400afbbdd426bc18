import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runHousekeeping } from "../../src/business/office/housekeeping/housekeeping.ts";
import { settleByTime } from "../../src/business/watch/waiting/settle-everyone.ts";
import type { AdminIdentity } from "../../src/business/traders/identity/identity.schema.ts";
import { DAY, HOUR } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestAdministrator, type TestApp, type TestTrader } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import { closeGates, openGates } from "../support/gates.ts";
import type { Browser } from "../support/http.ts";
import {
  identityFacts,
  passport,
  saveIdentity,
  submitDraft,
  submitIdentity,
  uploadPicture,
} from "../support/identities.ts";
import { pdf } from "../support/pdf.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let owner: TestAdministrator;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const own = async (trader: Browser) =>
  (await trader.get("/api/user/identity")).json<AdminIdentity>();
const paypal = { paymentMethod: "paypal", paymentDetails: "o@example.com" } as const;
const decide = (id: number, decision: string, reason?: string) =>
  owner.post(`/api/admin/identities/${id}`, { decision, ...(reason && { reason }) });
const set = (settings: object) => owner.patch("/api/admin/settings/identity", settings);

beforeEach(async () => {
  // Tests that advance the clock end the sessions of earlier ones.
  owner = await test.administrator();
  await set({ attempts: 3, pictures: [], validMonths: null, keepDays: 365 });
});

describe("a draft", () => {
  it("is none at first, and has a reference that stays", async () => {
    const trader = await test.trader();
    const identity = await own(trader);
    expect(identity).toMatchObject({ status: "none", id: null, attemptsLeft: 3, files: [] });
    expect(identity).not.toHaveProperty("userId");
    await saveIdentity(trader);
    expect(await own(trader)).toMatchObject({
      ...identityFacts,
      status: "draft",
      reference: identity.reference,
      reason: null,
      submittedAt: null,
    });
  });

  it.each([
    ["legalName", ""],
    ["birthDate", "1990-02-30"],
    ["birthDate", "2999-01-01"],
    ["birthDate", "1890-01-01"],
    ["documentKind", "library_card"],
    ["documentExpiresOn", "2020-01-01"],
  ])("is refused with %s %j", async (field, value) => {
    const refused = await saveIdentity(await test.trader(), { [field]: value });
    expect(refused.statusCode).toBe(400);
    expect(JSON.stringify(refused.json())).toContain(field);
  });

  it("has pictures by their content, one a side", async () => {
    const trader = await test.trader();
    expect((await uploadPicture(trader)).statusCode).toBe(409);
    await saveIdentity(trader);
    const added = await uploadPicture(trader);
    expect([added.statusCode, added.json()]).toEqual([
      201,
      {
        id: expect.any(Number) as number,
        side: "front",
        type: "image/png",
        size: passport.length,
        uploadedAt: expect.any(String) as string,
      },
    ]);
    await uploadPicture(trader, "front", pdf());
    await uploadPicture(trader, "back", Buffer.from("\u00ff\u00d8\u00ff\u00e0", "latin1"));
    expect((await own(trader)).files.map(({ side, type }) => [side, type])).toEqual([
      ["front", "application/pdf"],
      ["back", "image/jpeg"],
    ]);
    expect((await uploadPicture(trader, "front", "MZ\u0090 a program")).statusCode).toBe(400);
    expect((await uploadPicture(trader, "front", "RIFF0000WEBPVP8 ")).statusCode).toBe(400);
    expect((await uploadPicture(trader, "other")).statusCode).toBe(400);
    const large = Buffer.concat([passport, Buffer.alloc(10 * 1024 * 1024)]);
    expect((await uploadPicture(trader, "front", large)).statusCode).toBe(413);
  });

  it("has pictures without what they say about their origin", async () => {
    const trader = await test.trader();
    await saveIdentity(trader);
    const place = Buffer.from("\u00ff\u00d8\u00ff\u00fe\0\u000aTokyo 35\u00ff\u00d9", "latin1");
    const added = await uploadPicture(trader, "front", place);
    expect(added.json()).toMatchObject({ type: "image/jpeg", size: 4 });
    const { id } = added.json<{ id: number }>();
    const file = await owner.get(`/api/admin/identity-files/${id}/file`);
    expect(file.rawPayload).toEqual(Buffer.from("\u00ff\u00d8\u00ff\u00d9", "latin1"));
  });

  it("has PDFs that are only downloaded, because they may contain scripts", async () => {
    const trader = await test.trader();
    await saveIdentity(trader);
    const script = Buffer.concat([pdf(), Buffer.from("<</S/JavaScript/JS(app.alert\\(1\\))>>")]);
    const { id } = (await uploadPicture(trader, "front", script)).json<{ id: number }>();
    const { headers, rawPayload } = await owner.get(`/api/admin/identity-files/${id}/file`);
    expect(rawPayload).toEqual(script);
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^attachment; /) as string,
      "x-content-type-options": "nosniff",
    });
  });

  it("says what is missing when it is submitted", async () => {
    const trader = await test.trader();
    expect((await submitDraft(trader)).statusCode).toBe(409);
    await set({ pictures: ["address", "selfie"] });
    await saveIdentity(trader, { documentKind: "id_card" });
    const missingOf = async () => {
      const refused = await submitDraft(trader);
      expect(refused.statusCode).toBe(400);
      return refused.json<{ issues: { path: string[] }[] }>().issues.flatMap(({ path }) => path);
    };
    expect(await missingOf()).toEqual(["front", "back", "selfie", "address"]);
    for (const side of ["front", "back", "selfie"]) await uploadPicture(trader, side);
    expect(await missingOf()).toEqual(["address"]);
    await set({ pictures: ["selfie"] });
    expect((await submitDraft(trader)).json()).toMatchObject({ status: "submitted" });
    for (const refused of [
      await saveIdentity(trader),
      await uploadPicture(trader),
      await submitDraft(trader),
    ]) {
      expect(refused.statusCode).toBe(409);
    }
  });
});

/** Sets the clock to an hour before midnight in UTC. @returns the day */
async function beginBeforeMidnight(): Promise<string> {
  test.clock.stop();
  const now = test.clock.now().getTime();
  test.clock.advance(Math.ceil(now / DAY) * DAY + DAY - HOUR - now);
  owner = await test.administrator();
  return test.clock.now().toISOString().slice(0, 10);
}

describe("an identity", () => {
  it("is rejected, sent again, approved, expires and is asked for again", async () => {
    const day = await beginBeforeMidnight();
    const trader = await test.trader();
    const first = await submitIdentity(trader);
    const list = await owner.get("/api/admin/identities?status=submitted");
    expect(list.json<AdminIdentity[]>().at(-1)).toMatchObject({
      ...identityFacts,
      id: first,
      userId: trader.id,
      fullName: "Olivia Bennett",
      status: "submitted",
      decidedBy: null,
    });
    expect((await decide(first, "reject")).statusCode).toBe(400);
    const rejected = await decide(first, "reject", "Cut off");
    expect(rejected.json()).toMatchObject({ status: "rejected", reason: "Cut off" });
    expect(await own(trader)).toMatchObject({
      status: "rejected",
      reason: "Cut off",
      attemptsLeft: 2,
    });
    // The pictures of the rejected attempt can be sent again.
    await saveIdentity(trader, { legalName: "Olivia Bennett", documentExpiresOn: day });
    const second = (await submitDraft(trader)).json<{ id: number }>().id;
    const stale = await decide(first, "approve");
    expect([stale.statusCode, stale.json()]).toMatchObject([
      409,
      { current: { id: first, status: "rejected" } },
    ]);
    const approved = await decide(second, "approve");
    expect(approved.json()).toMatchObject({
      status: "approved",
      attemptsLeft: 3,
      decidedBy: expect.any(String) as string,
    });
    expect((await saveIdentity(trader)).statusCode).toBe(409);
    test.clock.advance(HOUR - 1);
    expect(await own(trader)).toMatchObject({ status: "approved" });
    test.clock.advance(1);
    expect(await own(trader)).toMatchObject({ status: "expired" });
    const expired = await owner.get("/api/admin/identities?status=expired");
    expect(expired.json<AdminIdentity[]>().map(({ id }) => id)).toContain(second);
    const ended = await owner.get("/api/admin/identities?status=approved");
    expect(ended.json<AdminIdentity[]>().map(({ id }) => id)).not.toContain(second);

    const third = await submitIdentity(trader);
    await decide(third, "approve");
    const path = `/api/admin/user/${trader.id}/identity/recheck`;
    const rechecked = await owner.post(path, { reason: "Moved" });
    expect(rechecked.json()).toMatchObject({ status: "expired", reason: "Moved" });
    expect((await saveIdentity(trader)).json()).toMatchObject({ status: "draft", attemptsLeft: 3 });
    const { rows } = await test.context.database.pool.query<{ kind: string }>(
      "select kind from notices where user_id = $1 and kind = 'identity-decided'",
      [trader.id],
    );
    expect(rows).toHaveLength(4);
  });

  it("ends after the months that the firm sets", async () => {
    test.clock.stop();
    const trader = await test.trader();
    await set({ validMonths: 12 });
    const approved = (await decide(await submitIdentity(trader), "approve")).json<AdminIdentity>();
    const end = test.clock.now();
    end.setUTCFullYear(end.getUTCFullYear() + 1);
    expect(approved.expiresAt).toBe(end.toISOString());
  });

  it("has as many attempts as the firm allows, and one more by a recheck", async () => {
    await set({ attempts: 1 });
    const trader = await test.trader();
    await decide(await submitIdentity(trader), "reject", "Blurred");
    expect(await own(trader)).toMatchObject({ attemptsLeft: 0 });
    expect((await saveIdentity(trader)).statusCode).toBe(409);
    const granted = await owner.post(`/api/admin/user/${trader.id}/identity/recheck`, {
      reason: "Called",
    });
    expect(granted.json()).toMatchObject({ status: "rejected", attemptsLeft: 1 });
    expect((await saveIdentity(trader)).statusCode).toBe(200);
  });

  it("is decided by one of two administrators at once", async () => {
    const trader = await test.trader();
    const id = await submitIdentity(trader);
    const both = await meetAtLock(test, row("users", trader.id), [
      () => decide(id, "approve"),
      () => decide(id, "reject", "Blurred"),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const refused = both.find(({ statusCode }) => statusCode === 409)!;
    expect(refused.json()).toMatchObject({ current: { id, status: (await own(trader)).status } });
  });

  it("is decided although its trader saves and sends it again meanwhile", async () => {
    const trader = await test.trader();
    const id = await submitIdentity(trader);
    const [decided] = await meetAtLock(test, row("users", trader.id), [
      () => decide(id, "reject", "Blurred"),
      () => saveIdentity(trader, { legalName: "Another Person" }),
      () => submitDraft(trader),
    ]);
    expect(decided!.json()).toMatchObject({ status: "rejected", ...identityFacts });
    const kept = await owner.get(`/api/admin/identities/${id}`);
    expect(kept.json()).toMatchObject({ status: "rejected", ...identityFacts });
    expect((await own(trader)).attemptsLeft).toBe(2);
  });

  it("that expires tonight lets payouts be approved until midnight", async () => {
    const day = await beginBeforeMidnight();
    const trader = await test.trader();
    await owner.accounts.update({ id: trader.id, balance: "5000.00", payoutEnabled: true });
    await closeGates(owner, ["payoutApproval"], { identity: true });
    const request = async () => (await trader.payouts.request({ amount: "10.00", ...paypal })).id;
    const approve = async (id: number) =>
      (await owner.patch(`/api/admin/payouts/${id}`, { status: "approved" })).statusCode;
    await decide(await submitIdentity(trader, { documentExpiresOn: day }), "approve");
    const [first, second] = [await request(), await request()];
    test.clock.advance(HOUR - 1);
    expect(await approve(first)).toBe(200);
    const waitsFor = async () => (await owner.users.get({ id: trader.id })).account.waitingFor;
    expect(await waitsFor()).toMatchObject({ kind: "review", about: { kind: "payout" } });
    test.clock.advance(1);
    expect(await approve(second)).toBe(409);
    await settleByTime(test.context);
    expect(await waitsFor()).toMatchObject({
      kind: "identity",
      actor: "trader",
      since: test.clock.now().toISOString(),
    });
    await openGates(owner);
  });

  it("is read by tRPC as by REST", async () => {
    const trader = await test.trader();
    const id = await submitIdentity(trader);
    for (const { call } of transports) {
      expect((await call(trader, "trader.identity.get")).body).toEqual(await own(trader));
      expect((await call(owner, "admin.identities.get", { id })).body).toMatchObject({ id });
    }
  });
});

describe("what an identity contains", () => {
  const storedFiles = () => join(test.context.config.dataDir, "certificates");

  async function pictured(): Promise<{ trader: TestTrader; id: number; fileId: number }> {
    const trader = await test.trader();
    const id = await submitIdentity(trader, { legalName: "Olivia Quentinia Bennett" });
    return { trader, id, fileId: (await own(trader)).files[0]!.id };
  }

  it("is stored encrypted, and each view of a picture is audited", async () => {
    const { id, fileId } = await pictured();
    for (const name of await readdir(storedFiles())) {
      expect((await readFile(join(storedFiles(), name))).includes("passport")).toBe(false);
    }
    const { pool } = test.context.database;
    const { rows } = await pool.query<{ facts: string }>(
      "select facts from identities where id = $1",
      [id],
    );
    expect(rows[0]!.facts).toMatch(/^v1\./);
    const file = await owner.get(`/api/admin/identity-files/${fileId}/file`);
    expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(file.headers["cache-control"]).toBe("no-store");
    expect(file.rawPayload).toEqual(passport);
    const events = await pool.query<{ action: string; text: string }>(
      "select action, audit_events::text as text from audit_events order by id desc limit 10",
    );
    expect(events.rows[0]!.action).toBe("identity.viewed");
    for (const { text } of events.rows) expect(text).not.toContain("Quentinia");
    for (const role of ["risk", "payouts"] as const) {
      const reader = await test.administrator(role);
      expect((await reader.get(`/api/admin/identity-files/${fileId}/file`)).statusCode).toBe(200);
    }
    const support = await test.administrator("support");
    expect((await support.get(`/api/admin/identity-files/${fileId}/file`)).statusCode).toBe(403);
    expect((await support.get(`/api/admin/identities/${id}`)).statusCode).toBe(403);
  });

  it("can be viewed in several pictures at once", async () => {
    const trader = await test.trader();
    await saveIdentity(trader);
    for (const side of ["front", "selfie", "address"]) await uploadPicture(trader, side);
    const { files } = await own(trader);
    const views = await Promise.all(
      files.map(({ id }) => owner.get(`/api/admin/identity-files/${id}/file`)),
    );
    expect(views.map(({ statusCode, body }) => [statusCode, statusCode === 200 || body])).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
  });

  it("is in the export of the trader's own data", async () => {
    const { trader } = await pictured();
    const archive = unzipSync((await trader.get("/api/user/export")).rawPayload);
    const json = Buffer.from(archive["identity.json"]!).toString();
    expect(json).toContain("Olivia Quentinia Bennett");
    const picture = Object.entries(archive).find(([name]) =>
      /^identity-pictures\/\d+-front\.png$/.test(name),
    );
    expect(Buffer.from(picture![1])).toEqual(passport);
  });

  it("is removed with the trader, and the pictures some days after the decision", async () => {
    const before = (await readdir(storedFiles())).length;
    const { trader, id } = await pictured();
    await owner.delete(`/api/admin/user/${trader.id}`);
    expect((await readdir(storedFiles())).length).toBe(before);
    expect((await owner.get(`/api/admin/identities/${id}`)).statusCode).toBe(404);

    test.clock.stop();
    const other = await pictured();
    await decide(other.id, "approve");
    await set({ keepDays: 1 });
    const pictures = async () => {
      await runHousekeeping(test.context);
      const query = "select id from identity_files where user_id = $1";
      return (await test.context.database.pool.query(query, [other.trader.id])).rows;
    };
    test.clock.advance(DAY);
    expect(await pictures()).toHaveLength(1);
    test.clock.advance(1);
    expect(await pictures()).toEqual([]);
    owner = await test.administrator();
    expect((await owner.get(`/api/admin/identity-files/${other.fileId}/file`)).statusCode).toBe(
      404,
    );
    const kept = await owner.get(`/api/admin/identities/${other.id}`);
    expect(kept.json()).toMatchObject({ files: [], legalName: "Olivia Quentinia Bennett" });
  });
});

describe("a payout request", () => {
  it("has the identity of its trader beside the payee, and a flag that informs", async () => {
    const trader = await test.trader();
    await owner.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const requestOf = async (paymentDetails: string) => {
      const sent = { amount: "10.00", paymentMethod: "bank", paymentDetails };
      const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
      return id;
    };
    const recheckedAs = async (person: TestTrader, legalName: string) => {
      await owner.post(`/api/admin/user/${person.id}/identity/recheck`, { reason: "New name" });
      await decide(await submitIdentity(person, { legalName }), "approve");
    };
    const read = async (id: number, reader = owner) =>
      (await reader.get(`/api/admin/payouts/${id}`)).json<{
        identity: object;
        flags: { code: string }[];
      }>();
    const id = await requestOf("Account Holder: Olivia Bennet\nIBAN: DE89370400440532013000");
    expect((await read(id)).identity).toEqual({
      status: "none",
      legalName: null,
      payee: "Olivia Bennet",
      matches: null,
    });
    await decide(await submitIdentity(trader, { legalName: "Olivia Bennett" }), "approve");
    const { identity, flags } = await read(id);
    expect(identity).toEqual({
      status: "approved",
      legalName: "Olivia Bennett",
      payee: "Olivia Bennet",
      matches: false,
    });
    expect(flags.map(({ code }) => code)).toContain("name_differs");
    const support = await test.administrator("support");
    expect((await read(id, support)).identity).toEqual({
      status: "approved",
      legalName: null,
      payee: null,
      matches: false,
    });
    const approved = await owner.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    expect(approved.statusCode).toBe(200);
    await recheckedAs(trader, "محمد علي");
    const arabic = await requestOf("Account Holder: Mohammed Ali\nIBAN: DE89370400440532013000");
    const { flags: informing, identity: differing } = await read(arabic);
    expect(differing).toMatchObject({
      legalName: "محمد علي",
      payee: "Mohammed Ali",
      matches: false,
    });
    expect(informing.map(({ code }) => code)).toContain("name_differs");
    const informed = await owner.patch(`/api/admin/payouts/${arabic}`, { status: "approved" });
    expect(informed.statusCode).toBe(200);
    await recheckedAs(trader, "Olivia Bennett");
    const next = await requestOf("IBAN: DE89370400440532013000");
    expect(await read(next)).toMatchObject({
      identity: { payee: "Olivia Bennett", matches: true },
    });
    expect((await read(next)).flags.map(({ code }) => code)).not.toContain("name_differs");
  });
});
