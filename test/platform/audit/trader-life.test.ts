import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditEvent } from "../../../src/platform/audit/audit-event.schema.ts";
import { PASSWORD, startApp, type TestApp } from "../../support/app.ts";
import { uploadCertificate } from "../../support/certificates.ts";
import type { Browser } from "../../support/http.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

async function eventsOf(traderId: number): Promise<AuditEvent[]> {
  const answer = await administrator.get(`/api/admin/audit?traderId=${traderId}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<AuditEvent[]>().toReversed();
}

describe("the audit log of a trader's whole life", () => {
  it("covers registration to deletion without a secret", async () => {
    const olivia = await test.trader({ fullName: "Olivia Bennett" });
    const path = `/api/admin/user/${olivia.id}`;
    await olivia.patch("/api/user/profile", { city: "Leeds" });
    await administrator.patch(`${path}/account`, {
      balance: "5000",
      payoutEnabled: true,
      dailyDrawdownLimit: "5%",
      masterPassword: "k7#Tpx2v",
    });
    await administrator.get(path);
    const payment = { amount: "250.5", paymentMethod: "bank", paymentDetails: "GB29 NWBK" };
    const { id } = (await olivia.post("/api/user/payouts", payment)).json<{ id: number }>();
    const decide = (status: string, adminNotes?: string) =>
      administrator.patch(`/api/admin/payouts/${id}`, { status, adminNotes });
    await decide("approved");
    await decide("rejected", "The bank returned it");
    await uploadCertificate(administrator, olivia.id);
    await olivia.post("/api/user/change-password", {
      currentPassword: PASSWORD,
      newPassword: "another password",
      confirmPassword: "another password",
    });
    await test.visitor().post("/api/login", { email: olivia.email, password: PASSWORD });
    await administrator.patch(`${path}/ban`, { banned: true, banReason: "Copied trades" });
    await test.visitor().post("/api/login", { email: olivia.email, password: "another password" });
    await administrator.patch(`${path}/ban`, { banned: false });
    await test.visitor().post("/api/login", { email: olivia.email, password: "another password" });
    await administrator.delete(path);

    const events = await eventsOf(olivia.id);
    const told = events.map(({ actor, actorName, action, reason }) =>
      [actor, actorName, action, reason].filter(Boolean).join(" · "),
    );
    const office = "administrator · Test administrator";
    expect(told).toEqual([
      "trader · Olivia Bennett · trader.registered",
      "trader · Olivia Bennett · trader.updated",
      `${office} · account.updated`,
      `${office} · master-password.viewed`,
      "trader · Olivia Bennett · payout.requested",
      `${office} · payout.approved`,
      `${office} · payout.reversed · The bank returned it`,
      `${office} · certificate.issued`,
      "trader · Olivia Bennett · password.changed",
      "visitor · trader.sign-in-refused · Wrong password",
      `${office} · trader.banned · Copied trades`,
      "visitor · trader.sign-in-refused · Banned",
      `${office} · trader.unbanned`,
      "trader · Olivia Bennett · trader.signed-in",
      `${office} · trader.deleted`,
    ]);
    expect(events.find(({ action }) => action === "account.updated")!.changes).toEqual({
      balance: { from: "0.00", to: "5000.00" },
      payoutEnabled: { from: false, to: true },
      dailyDrawdownLimit: { from: null, to: "5%" },
      masterPassword: "changed",
    });
    expect(events.find(({ action }) => action === "payout.reversed")!.changes).toEqual({
      status: { from: "approved", to: "rejected" },
    });
    expect(events.at(-1)!.changes).toMatchObject({
      email: { from: olivia.email, to: null },
      balance: { from: "5000.00", to: null },
    });
    expect(events.every(({ traderName }) => traderName === "Olivia Bennett")).toBe(true);
    expect(events.every(({ address, requestId }) => address === "127.0.0.1" && requestId)).toBe(
      true,
    );
    const log = JSON.stringify(events);
    for (const secret of [PASSWORD, "another password", "k7#Tpx2v", "GB29 NWBK"]) {
      expect(log).not.toContain(secret);
    }
  });

  it("records an invitation, a password reset, and who requested it", async () => {
    const created = await administrator.post("/api/admin/users", { email: "sue@example.com" });
    const { id } = created.json<{ id: number }>();
    await test.visitor().post("/api/forgot-password", { email: "sue@example.com" });
    const [, mail] = await test.mailsTo("sue@example.com", 2);
    const token = /token=([\w-]+)/.exec(mail!.text!)![1]!;
    await test.visitor().post("/api/reset-password", { token, password: PASSWORD });
    await administrator.patch(`/api/admin/user/${id}`, { fullName: "Sue Grant" });
    const events = await eventsOf(id);
    expect(events.map(({ action, traderName }) => [action, traderName])).toEqual([
      ["trader.created", "sue@example.com"],
      ["password.reset-requested", "sue@example.com"],
      ["password.reset", "sue@example.com"],
      ["trader.updated", "Sue Grant"],
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it("records failed sign-ins of unknown emails and of administrators", async () => {
    await test.visitor().post("/api/login", { email: "nobody@example.com", password: "x" });
    await test.visitor().post("/api/admin/login", { accessKey: "not a key" });
    const [refused, unknown] = (await administrator.get("/api/admin/audit?limit=2")).json<
      AuditEvent[]
    >();
    expect(refused).toMatchObject({
      action: "administrator.sign-in-refused",
      actor: "visitor",
      actorName: null,
      traderId: null,
    });
    // A mistyped email may be a password.
    expect(unknown).toMatchObject({
      action: "trader.sign-in-refused",
      traderId: null,
      traderName: null,
      reason: "Unknown email",
      changes: {},
    });
  });

  it("has one event for every change, and none for rejected calls", async () => {
    const trader = await test.trader();
    const before = (await eventsOf(trader.id)).length;
    const path = `/api/admin/user/${trader.id}`;
    await administrator.patch(`${path}/account`, { balance: "a lot" });
    await administrator.patch(`${path}/ban`, { banned: true });
    await trader.post("/api/user/payouts", { amount: "1", paymentMethod: "bank" });
    expect(await eventsOf(trader.id)).toHaveLength(before);

    const { pool } = test.context.database;
    await pool.query("alter table audit_events add constraint no_more check (false) not valid");
    try {
      const answer = await administrator.patch(`${path}/ban`, { banned: true, banReason: "Why" });
      expect(answer.statusCode).toBe(500);
      const login = await test.visitor().post("/api/login", {
        email: trader.email,
        password: PASSWORD,
      });
      expect(login.statusCode).toBe(500);
    } finally {
      await pool.query("alter table audit_events drop constraint no_more");
    }
    expect((await trader.get("/api/user")).statusCode).toBe(200);
  });
});
