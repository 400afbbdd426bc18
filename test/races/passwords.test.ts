import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { linkIn } from "../support/mails.ts";
import { statuses } from "../support/statuses.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const passwords = Array.from({ length: 8 }, (_, index) => `new password ${index}`);

/** The passwords that sign in. */
async function accepted(email: string, candidates: string[]): Promise<string[]> {
  const answers = await Promise.all(
    candidates.map((password) => test.visitor().post("/api/login", { email, password })),
  );
  return candidates.filter((_, index) => answers[index]!.statusCode === 200);
}

describe("at the same moment", () => {
  it("password changes with the same current one: one is made", async () => {
    const trader = await test.trader();
    const answers = await Promise.all(
      passwords.map((newPassword) =>
        trader.post("/api/user/change-password", {
          currentPassword: PASSWORD,
          newPassword,
          confirmPassword: newPassword,
        }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 400: 7 });
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect(await accepted(trader.email, [PASSWORD, ...passwords])).toEqual([passwords[winner]]);
  });

  it("resets with one token: one is made", async () => {
    const trader = await test.trader();
    await test.visitor().post("/api/forgot-password", { email: trader.email });
    const { token } = linkIn((await test.mailsTo(trader.email))[0]);
    const answers = await Promise.all(
      passwords.map((password) => test.visitor().post("/api/reset-password", { token, password })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 400: 7 });
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect(await accepted(trader.email, [PASSWORD, ...passwords])).toEqual([passwords[winner]]);
  });

  it("requests for a reset link: of all the links one works", async () => {
    const trader = await test.trader();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        test.visitor().post("/api/forgot-password", { email: trader.email }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 4 });
    const mails = await test.mailsTo(trader.email, 4);
    const resets = [];
    for (const [index, { token }] of mails.map(linkIn).entries()) {
      const password = passwords[index]!;
      resets.push(await test.visitor().post("/api/reset-password", { token, password }));
    }
    expect(statuses(resets)).toEqual({ 200: 1, 400: 3 });
  });

  it("sign-ins and a password change: no session of the old password stays", async () => {
    for (let round = 0; round < 5; round += 1) {
      const trader = await test.trader();
      const visitors = Array.from({ length: 6 }, () => test.visitor());
      const signIns = visitors.map((visitor) =>
        visitor.post("/api/login", { email: trader.email, password: PASSWORD }),
      );
      const newPassword = "another password";
      const change = await trader.post("/api/user/change-password", {
        currentPassword: PASSWORD,
        newPassword,
        confirmPassword: newPassword,
      });
      expect(change.statusCode).toBe(200);
      for (const { statusCode } of await Promise.all(signIns)) {
        expect([200, 401]).toContain(statusCode);
      }
      const calls = await Promise.all(visitors.map((visitor) => visitor.get("/api/user")));
      expect(statuses(calls)).toEqual({ 401: 6 });
      expect((await trader.get("/api/user")).statusCode).toBe(200);
    }
  });
});
