import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../src/platform/time/durations.rule.ts";
import { registration, startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { isReset, linkIn } from "../support/mails.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp({ verifiesEmails: true });
  administrator = await test.administrator();
});
afterAll(() => test.close());

const SUBJECT = "Verify your email";

/** Waits for `count` verification mails to an address. @returns the token of the newest one */
async function mailedToken(address: string, count = 1): Promise<string> {
  for (let seen = count; ; seen += 1) {
    const mails = (await test.mailsTo(address, seen)).filter(({ subject }) => subject === SUBJECT);
    if (mails.length >= count) return linkIn(mails.at(-1)).token;
  }
}

const verify = (token: string) => test.visitor().post("/api/verify-email", { token });
const status = async (trader: Browser) =>
  (await trader.get("/api/user/notices/status")).json<object>();
const verifiedAt = async (id: number) =>
  (await administrator.get(`/api/admin/user/${id}`)).json<{ emailVerifiedAt: string | null }>()
    .emailVerifiedAt;

describe("an email", () => {
  it("is not verified after the registration, and the response does not include the state", async () => {
    const sent = registration();
    const response = await test.visitor().post("/api/register", sent);
    expect(response.statusCode).toBe(201);
    expect(Object.keys(response.json<object>()).toSorted()).toEqual(
      [
        "id",
        "fullName",
        "email",
        "country",
        "city",
        "street",
        "houseNumber",
        "privacyPolicyAgreed",
        "createdAt",
      ].toSorted(),
    );
    expect(await verifiedAt(response.json<{ id: number }>().id)).toBeNull();
  });

  it("restricts nothing before it is verified", async () => {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const sent = { amount: "10", paymentMethod: "paypal" };
    expect((await trader.post("/api/user/payouts", sent)).statusCode).toBe(201);
  });

  it("is verified once by the mailed link, even without a session", async () => {
    const trader = await test.trader();
    expect(await status(trader)).toMatchObject({ emailVerified: false, asksToVerify: true });
    const token = await mailedToken(trader.email);
    expect((await verify(token)).json()).toEqual({ message: "Your email is verified" });
    expect(await status(trader)).toMatchObject({ emailVerified: true, asksToVerify: false });
    expect(await verifiedAt(trader.id)).toMatch(/^\d{4}-/);
    expect((await verify(token)).json()).toEqual({ message: "Your email is verified" });
    const url = `/api/admin/audit?action=email.verified&traderId=${trader.id}`;
    expect((await administrator.get(url)).json<object[]>()).toHaveLength(1);
  });

  it("is verified once if the link is opened twice concurrently", async () => {
    const trader = await test.trader();
    const token = await mailedToken(trader.email);
    const responses = await Promise.all([verify(token), verify(token), verify(token)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200]);
  });

  it("must be verified again after every change, which invalidates the old link", async () => {
    const trader = await test.trader();
    const first = await mailedToken(trader.email);
    const email = `changed.${trader.email}`;
    await administrator.patch(`/api/admin/user/${trader.id}`, { email });
    expect((await verify(first)).statusCode).toBe(400);
    expect((await verify(await mailedToken(email))).statusCode).toBe(200);
    const other = `other.${trader.email}`;
    await trader.patch("/api/user/profile", { email: other });
    expect(await status(trader)).toMatchObject({ emailVerified: false });
    expect((await verify(await mailedToken(other))).statusCode).toBe(200);
  });

  it("is verified by a password reset, because its link was mailed to the same address", async () => {
    const email = `invited.${Date.now()}@example.com`;
    const created = await administrator.post("/api/admin/users", { email, fullName: "Noah Park" });
    const { id } = created.json<{ id: number }>();
    const { token } = linkIn((await test.mailsTo(email))[0]);
    await test.visitor().post("/api/reset-password", { token, password: "a new password" });
    expect(await verifiedAt(id)).not.toBeNull();
  });

  it("cannot be verified again by the link mailed before a password reset", async () => {
    const trader = await test.trader();
    const first = await mailedToken(trader.email);
    await test.visitor().post("/api/forgot-password", { email: trader.email });
    const reset = (await test.mailsTo(trader.email, 2)).find(isReset);
    const input = { token: linkIn(reset).token, password: "a new password" };
    expect((await test.visitor().post("/api/reset-password", input)).statusCode).toBe(200);
    expect(await verifiedAt(trader.id)).not.toBeNull();
    expect((await verify(first)).statusCode).toBe(400);
  });

  it("is not verified by an unknown, empty or expired token", async () => {
    for (const token of ["", "x", "0".repeat(43)]) {
      expect([token, (await verify(token)).statusCode]).toEqual([token, 400]);
    }
    const trader = await test.trader();
    const token = await mailedToken(trader.email);
    test.clock.advance(7 * DAY + 1000);
    expect((await verify(token)).statusCode).toBe(400);
    administrator = await test.administrator();
    expect(await verifiedAt(trader.id)).toBeNull();
  });
});

describe("the verification link", () => {
  it("is sent again on request, and replaces the previous one", async () => {
    const trader = await test.trader();
    const first = await mailedToken(trader.email);
    expect((await trader.post("/api/user/verify-email/send")).json()).toEqual({
      message: "A new link is on its way",
    });
    const second = await mailedToken(trader.email, 2);
    expect((await verify(first)).statusCode).toBe(400);
    expect((await verify(second)).statusCode).toBe(200);
    await trader.post("/api/user/verify-email/send");
    await test.visitor().post("/api/forgot-password", { email: trader.email });
    const mails = await test.mailsTo(trader.email, 3);
    expect(mails.filter(({ subject }) => subject === SUBJECT)).toHaveLength(2);
  });

  it("is sent at most five times an hour", async () => {
    const limited = await startApp({ verifiesEmails: true, env: { RATE_LIMIT: "on" } });
    const trader = await limited.trader();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await trader.post("/api/user/verify-email/send")).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await limited.close();
  });

  it("is stored as a hash, and appears in no notice", async () => {
    const trader = await test.trader();
    const token = await mailedToken(trader.email);
    const { pool } = test.context.database;
    const { rows } = await pool.query<{ row: string }>(
      "select u::text as row from users u where id = $1",
      [trader.id],
    );
    expect(rows[0]!.row).not.toContain(token);
    expect((await trader.get("/api/user/notices")).json()).toEqual([]);
  });

  it("is not requested if the firm has disabled the mail", async () => {
    await administrator.patch("/api/admin/settings/mails", {
      kind: "email-verification",
      isSent: false,
    });
    const trader = await test.trader();
    expect(await status(trader)).toMatchObject({ emailVerified: false, asksToVerify: false });
  });
});
