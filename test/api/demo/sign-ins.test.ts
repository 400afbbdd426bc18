import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { targetProgress } from "../../../src/business/traders/accounts/account.rule.ts";
import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import type { Payout } from "../../../src/business/money/payouts/payout.schema.ts";
import { PASSWORD, startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";

let test: TestApp;
let signIns: { email: string; password: string }[];

beforeAll(async () => {
  test = await startApp();
  signIns = await fillDemo(test.context);
});
afterAll(() => test.close());

async function signIn(index: number): Promise<Browser> {
  const browser = test.visitor();
  expect((await browser.post("/api/login", signIns[index])).statusCode).toBe(200);
  return browser;
}

describe("the demo's sign-ins", () => {
  it("include a funded trader with a history", async () => {
    const olivia = await signIn(0);
    const account = (await olivia.get("/api/user/account")).json<TradingAccount>();
    expect(account).toMatchObject({ status: "active", phase: "Funded", payoutEnabled: true });
    const { percent } = targetProgress(account);
    expect(percent).toBeGreaterThan(20);
    expect(percent).toBeLessThan(90);
    const payouts = (await olivia.get("/api/user/payouts")).json<Payout[]>();
    expect(payouts.length).toBeGreaterThan(5);
    expect(new Set(payouts.map(({ status }) => status)).size).toBe(4);
    expect(new Set(payouts.map(({ paymentMethod }) => paymentMethod)).size).toBe(4);
    const certificates = (await olivia.get("/api/user/certificates")).json<object[]>();
    expect(certificates.length).toBeGreaterThan(3);
  });

  it("include a trader in evaluation without payouts", async () => {
    const emre = await signIn(1);
    expect((await emre.get("/api/user/account")).json()).toMatchObject({
      status: "active",
      phase: "Evaluation",
      payoutEnabled: false,
    });
  });

  it("are printed again at the next start, but only while they are valid", async () => {
    const [funded, beginner] = signIns;
    expect(await fillDemo(test.context)).toEqual([funded, beginner]);

    const changed = await (
      await signIn(1)
    ).post("/api/user/change-password", {
      currentPassword: beginner!.password,
      newPassword: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect(changed.statusCode).toBe(200);
    expect(await fillDemo(test.context)).toEqual([funded]);

    const administrator = await test.administrator();
    const { id } = (await (await signIn(0)).get("/api/user")).json<{ id: number }>();
    const ban = (banned: boolean) =>
      administrator.patch(`/api/admin/user/${id}/ban`, { banned, banReason: "A test." });
    expect((await ban(true)).statusCode).toBe(200);
    expect(await fillDemo(test.context)).toEqual([]);
    expect((await ban(false)).statusCode).toBe(200);
    expect(await fillDemo(test.context)).toEqual([funded]);
    expect((await administrator.delete(`/api/admin/user/${id}`)).statusCode).toBe(200);
    expect(await fillDemo(test.context)).toEqual([]);
  });
});
