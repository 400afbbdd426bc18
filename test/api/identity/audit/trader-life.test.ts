import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditEvent } from "../../../../src/business/watch/audit-log/audit-event.schema.ts";
import { PASSWORD, startApp, type TestApp } from "../../../support/app.ts";
import { uploadCertificate } from "../../../support/certificates.ts";
import type { Browser } from "../../../support/http.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

async function eventsOf(traderId: number): Promise<AuditEvent[]> {
  const response = await administrator.get(`/api/admin/audit?traderId=${traderId}`);
  expect(response.statusCode).toBe(200);
  return response.json<AuditEvent[]>().toReversed();
}

const secrets = [PASSWORD, "another password", "k7#Tpx2v", "GB29 NWBK"] as const;
const [first, second, masterPassword, paymentDetails] = secrets;

/** Registers, changes and deletes a trader. @returns the email and the audit events */
async function recordTraderLife() {
  const olivia = await test.trader({ fullName: "Olivia Bennett" });
  const { email } = olivia;
  const path = `/api/admin/user/${olivia.id}`;
  const signIn = (password: string) => test.visitor().post("/api/login", { email, password });
  await olivia.patch("/api/user/profile", { city: "Leeds" });
  const account = { balance: "5000", payoutEnabled: true, dailyDrawdownLimit: "5%" };
  await administrator.patch(`${path}/account`, { ...account, masterPassword });
  await administrator.get(path);
  const payment = { amount: "250.5", paymentMethod: "bank", paymentDetails };
  const { id } = (await olivia.post("/api/user/payouts", payment)).json<{ id: number }>();
  const decide = (status: string, adminNotes?: string) =>
    administrator.patch(`/api/admin/payouts/${id}`, { status, adminNotes });
  await decide("approved");
  await decide("rejected", "The bank returned it");
  await uploadCertificate(administrator, olivia.id);
  const passwords = { currentPassword: first, newPassword: second, confirmPassword: second };
  await olivia.post("/api/user/change-password", passwords);
  await signIn(first);
  await administrator.patch(`${path}/ban`, { banned: true, banReason: "Copied trades" });
  await signIn(second);
  await administrator.patch(`${path}/ban`, { banned: false });
  await signIn(second);
  await administrator.delete(path);
  return { email, events: await eventsOf(olivia.id) };
}

describe("the audit log of a trader", () => {
  let email: string;
  let events: AuditEvent[];
  beforeAll(async () => {
    ({ email, events } = await recordTraderLife());
  });

  it("records every action from registration to deletion", () => {
    const office = "administrator · Test administrator";
    const summaries = events.map(({ actor, actorName, action, reason }) =>
      [actor, actorName, action, reason].filter(Boolean).join(" · "),
    );
    expect(summaries).toEqual([
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
  });

  it("records the old and the new value of each change", () => {
    const changesOf = (name: string) => events.find(({ action }) => action === name)!.changes;
    expect(changesOf("account.updated")).toEqual({
      balance: { from: "0.00", to: "5000.00" },
      currency: { from: "USD", to: "USD" },
      payoutEnabled: { from: false, to: true },
      dailyDrawdownLimit: { from: null, to: "5%" },
      masterPassword: "changed",
    });
    expect(changesOf("payout.reversed")).toEqual({ status: { from: "approved", to: "rejected" } });
    expect(changesOf("trader.deleted")).toMatchObject({
      email: { from: email, to: null },
      balance: { from: "5000.00", to: null },
      currency: { from: "USD", to: null },
    });
  });

  it("records the trader, the IP address and the request id of every event", () => {
    for (const { traderName, address, requestId } of events) {
      expect({ traderName, address }).toEqual({
        traderName: "Olivia Bennett",
        address: "127.0.0.1",
      });
      expect(requestId).toBeTruthy();
    }
  });

  it.each(secrets)("does not contain the secret %s", (secret) => {
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it("records an invitation and a password reset, with the actors", async () => {
    const created = await administrator.post("/api/admin/users", { email: "sue@example.com" });
    const { id } = created.json<{ id: number }>();
    await test.visitor().post("/api/forgot-password", { email: "sue@example.com" });
    const [, mail] = await test.mailsTo("sue@example.com", 2);
    const token = /token=([\w-]+)/.exec(mail!.text!)![1]!;
    await test.visitor().post("/api/reset-password", { token, password: PASSWORD });
    await administrator.patch(`/api/admin/user/${id}`, { fullName: "Sue Grant" });
    const invitedEvents = await eventsOf(id);
    expect(invitedEvents.map(({ action, traderName }) => [action, traderName])).toEqual([
      ["trader.created", "sue@example.com"],
      ["password.reset-requested", "sue@example.com"],
      ["password.reset", "sue@example.com"],
      ["trader.updated", "Sue Grant"],
    ]);
    expect(JSON.stringify(invitedEvents)).not.toContain(token);
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
      const response = await administrator.patch(`${path}/ban`, { banned: true, banReason: "Why" });
      expect(response.statusCode).toBe(500);
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
