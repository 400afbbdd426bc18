import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../src/platform/time/durations.rule.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { holdLock } from "../support/barrier.ts";
import { transports } from "../support/transports.ts";
import { linkIn, untilResetsEnd } from "../support/mails.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const NEW_PASSWORD = "another horse 2";
const change = {
  currentPassword: PASSWORD,
  newPassword: NEW_PASSWORD,
  confirmPassword: NEW_PASSWORD,
};

describe.each(transports)("over $name", (transport) => {
  const signIn = (email: string, password: string) =>
    transport.call(test.visitor(), "auth.login", { email, password });

  async function resetToken(email: string, mails = 1): Promise<string> {
    await transport.call(test.visitor(), "auth.forgotPassword", { email });
    return linkIn((await test.mailsTo(email, mails)).at(-1)).token;
  }

  const reset = (token: string, password = NEW_PASSWORD) =>
    transport.call(test.visitor(), "auth.resetPassword", { token, password });

  const invalid = { status: 400, message: "Invalid reset token" };

  describe("a password change", () => {
    it("replaces the old password", async () => {
      const { email, ...trader } = await test.trader();
      const browser = Object.assign(test.visitor(), { cookies: trader.cookies });
      const { status, body } = await transport.call(browser, "trader.changePassword", change);
      expect([status, body]).toEqual([200, { message: expect.any(String) as string }]);
      expect((await signIn(email, PASSWORD)).status).toBe(401);
      expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    });

    it("ends the trader's other sessions and keeps its own", async () => {
      const trader = await test.trader();
      const stranger = await test.trader();
      const elsewhere = test.visitor();
      await transport.call(elsewhere, "auth.login", { email: trader.email, password: PASSWORD });
      await transport.call(trader, "trader.changePassword", change);
      expect((await transport.call(elsewhere, "auth.me")).status).toBe(401);
      expect((await transport.call(trader, "auth.me")).status).toBe(200);
      expect((await transport.call(stranger, "auth.me")).status).toBe(200);
    });

    it("with a wrong current password changes nothing and ends no session", async () => {
      const trader = await test.trader();
      const elsewhere = test.visitor();
      await transport.call(elsewhere, "auth.login", { email: trader.email, password: PASSWORD });
      const input = { ...change, currentPassword: "wrong" };
      const outcome = await transport.call(trader, "trader.changePassword", input);
      expect(outcome).toMatchObject({ status: 400, message: "Current password is incorrect" });
      expect((await transport.call(elsewhere, "auth.me")).status).toBe(200);
      expect((await signIn(trader.email, PASSWORD)).status).toBe(200);
    });

    it("invalidates a reset link mailed before", async () => {
      const trader = await test.trader();
      const token = await resetToken(trader.email);
      await transport.call(trader, "trader.changePassword", change);
      expect(await reset(token, "a third horse 3")).toMatchObject(invalid);
      expect((await signIn(trader.email, NEW_PASSWORD)).status).toBe(200);
    });
  });

  describe("a forgotten password", () => {
    it("returns the same response for known and unknown emails", async () => {
      const trader = await test.trader();
      const ask = (email: string) =>
        transport.call(test.visitor(), "auth.forgotPassword", { email });
      const [known, unknown] = [await ask(trader.email), await ask("nobody@example.com")];
      expect(known.status).toBe(200);
      expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    });

    it("responds without reading the traders, so that its response time reveals nothing", async () => {
      const { email } = await test.trader();
      const lock = await holdLock(test, { statement: "lock table users", values: [] });
      try {
        for (const address of [email, "nobody@example.com"]) {
          const input = { email: address };
          const response = await transport.call(test.visitor(), "auth.forgotPassword", input);
          expect(response.status).toBe(200);
        }
      } finally {
        await lock.release();
      }
      expect(await test.mailsTo(email)).toHaveLength(1);
    });

    it("is reset once by the mailed link, which ends all sessions", async () => {
      const trader = await test.trader();
      const token = await resetToken(trader.email.toUpperCase().toLowerCase());
      const { status, body } = await reset(token);
      expect([status, body]).toEqual([200, { message: expect.any(String) as string }]);
      expect((await transport.call(trader, "auth.me")).status).toBe(401);
      expect((await signIn(trader.email, PASSWORD)).status).toBe(401);
      expect((await signIn(trader.email, NEW_PASSWORD)).status).toBe(200);
      expect(await reset(token, "a third horse 3")).toMatchObject(invalid);
      expect((await signIn(trader.email, NEW_PASSWORD)).status).toBe(200);
    });

    it("finds the trader in any letter case of the email", async () => {
      const trader = await test.trader();
      const email = ` ${trader.email.toUpperCase()} `;
      await transport.call(test.visitor(), "auth.forgotPassword", { email });
      expect(await test.mailsTo(trader.email)).toHaveLength(1);
    });

    it("accepts only the newest link", async () => {
      const trader = await test.trader();
      const older = await resetToken(trader.email);
      const newer = await resetToken(trader.email, 2);
      expect(await reset(older)).toMatchObject(invalid);
      expect((await reset(newer)).status).toBe(200);
    });

    it("accepts the link for one hour", async () => {
      const [olivia, noah] = [await test.trader(), await test.trader()];
      test.clock.stop();
      const inTime = await resetToken(olivia.email);
      const late = await resetToken(noah.email);
      test.clock.advance(HOUR - 1);
      expect((await reset(inTime)).status).toBe(200);
      test.clock.advance(1);
      expect(await reset(late)).toMatchObject(invalid);
    });

    it("rejects a link mailed to the trader's former address", async () => {
      const trader = await test.trader();
      const token = await resetToken(trader.email);
      await transport.call(trader, "trader.updateProfile", { email: `new.${trader.email}` });
      expect(await reset(token)).toMatchObject(invalid);
    });

    it("rejects an invalid password and keeps the link valid", async () => {
      const trader = await test.trader();
      const token = await resetToken(trader.email);
      expect((await reset(token, "short")).status).toBe(400);
      expect((await reset(token)).status).toBe(200);
    });
  });

  describe("an invitation", () => {
    async function invite() {
      const administrator = await test.administrator();
      const email = `invited.${crypto.randomUUID()}@example.com`;
      await transport.call(administrator, "admin.users.create", { email });
      const [mail] = await test.mailsTo(email);
      return { email, link: linkIn(mail), mail: mail! };
    }

    it("is mailed with a link on the public address that sets the first password", async () => {
      const { email, link, mail } = await invite();
      expect(link.url).toBe(`http://127.0.0.1:3000/reset-password?token=${link.token}`);
      expect(mail.subject).toContain("Propdesk");
      expect(mail.html).toContain(link.url);
      expect((await signIn(email, "")).status).toBe(400);
      expect(await signIn(email, PASSWORD)).toMatchObject({
        status: 401,
        message: "Email or password is incorrect.",
      });
      expect((await reset(link.token)).status).toBe(200);
      expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    });

    it("lasts 7 days", async () => {
      test.clock.stop();
      const [inTime, late] = [await invite(), await invite()];
      test.clock.advance(7 * DAY - 1);
      expect((await reset(inTime.link.token)).status).toBe(200);
      test.clock.advance(1);
      expect(await reset(late.link.token)).toMatchObject(invalid);
    });
  });
});

it("a request for a link that is executed twice, after a crash, sends one link", async () => {
  const { email, id } = await test.trader();
  const { database, jobs } = test.context;
  await test.visitor().post("/api/forgot-password", { email });
  const { token } = linkIn((await test.mailsTo(email))[0]);
  const { rows } = await database.pool.query<{ data: object }>(
    "select data from pgboss.job where name = 'password-reset' order by created_on desc limit 1",
  );
  await inTransaction(database, (transaction) =>
    jobs.enqueue(transaction, "password-reset", rows[0]!.data),
  );
  await untilResetsEnd(test);
  const administrator = await test.administrator();
  const events = await administrator.get(`/api/admin/audit?traderId=${id}`);
  expect(events.body.match(/password\.reset-requested/g)).toHaveLength(1);
  const passwords = { token, password: NEW_PASSWORD };
  const response = await test.visitor().post("/api/reset-password", passwords);
  expect(response.statusCode).toBe(200);
});
