import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp, type TestTrader } from "../../../support/app.ts";
import { mailedTokens } from "../../../support/mailed-links.ts";
import { addPasskey, codeOf, setUpApp, STEP } from "../../../support/second-factor.ts";
import { transports } from "../../../support/transports.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const bank = {
  paymentMethod: "bank",
  paymentDetails: "Bank Name: Example Bank\nAccount Number: DE02120300000000202051",
};
const paypal = { paymentMethod: "paypal", paymentDetails: "olivia@example.com" };

const path = "/api/user/payout-details";
const save = (trader: TestTrader, input: object) => trader.put(path, input);
const saved = async (trader: TestTrader) => (await trader.get(path)).json<object[]>();

describe.each(transports)("saved payout details over $name", (transport) => {
  it("are one of each method, replaced and removed with the password of a trader without a second factor", async () => {
    const trader = await test.trader();
    const call = (name: "list" | "save" | "remove", input?: object) =>
      transport.call<object[]>(trader, `trader.payoutDetails.${name}`, input && { ...input });
    expect((await call("list")).body).toEqual([]);
    expect((await call("save", bank)).status).toBe(400);
    expect((await call("save", { ...bank, password: "wrong" })).status).toBe(400);
    const proof = { password: PASSWORD };
    const at = { savedAt: expect.any(String) };
    expect((await call("save", { ...bank, ...proof })).body).toEqual([{ ...bank, ...at }]);
    test.clock.advance(1000);
    await call("save", { ...paypal, ...proof });
    const moved = { ...bank, paymentDetails: "Account Number: GB33BUKB20201555555555" };
    test.clock.advance(1000);
    expect((await call("save", { ...moved, ...proof })).body).toEqual([
      { ...moved, ...at },
      { ...paypal, ...at },
    ]);
    expect((await call("remove", { paymentMethod: "bank" })).status).toBe(400);
    const removed = await call("remove", { paymentMethod: "bank", ...proof });
    expect(removed.body).toEqual([{ ...paypal, ...at }]);
    expect((await call("remove", { paymentMethod: "bank", ...proof })).status).toBe(404);
    expect((await call("list")).body).toEqual(removed.body);
  });
});

describe("saved payout details", () => {
  it("need a code of a trader with an app: session and password are not enough", async () => {
    const trader = await test.trader();
    const { secret, recoveryCodes } = await setUpApp(test, trader);
    const refused = await save(trader, { ...bank, password: PASSWORD });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      issues: [{ path: ["code"], message: "Enter a code of your authenticator app" }],
    });
    const code = codeOf(test, secret);
    expect((await save(trader, { ...bank, code })).statusCode).toBe(200);
    expect((await save(trader, { ...paypal, code })).statusCode).toBe(400);
    test.clock.advance(STEP);
    const [recoveryCode] = recoveryCodes;
    expect((await save(trader, { ...paypal, code: recoveryCode })).statusCode).toBe(200);
    expect(await saved(trader)).toHaveLength(2);
  });

  it("need a passkey of the trader, who has one", async () => {
    const trader = await test.trader();
    const { authenticator } = await addPasskey(test, trader);
    const other = await addPasskey(test, await test.trader());
    const options = async () => (await trader.post("/api/login/passkey-options")).json();
    const signed = async (by = authenticator) => ({ passkey: by.get(await options()) });
    expect((await save(trader, { ...bank, password: PASSWORD })).statusCode).toBe(400);
    expect(
      (await save(trader, { ...bank, ...(await signed(other.authenticator)) })).statusCode,
    ).toBe(400);
    const proof = await signed();
    expect((await save(trader, { ...bank, ...proof })).statusCode).toBe(200);
    expect((await save(trader, { ...paypal, ...proof })).statusCode).toBe(400);
  });

  it("are encrypted, mailed about without the details, and gone with the trader", async () => {
    const trader = await test.trader();
    await save(trader, { ...bank, password: PASSWORD });
    const { kysely } = test.context.database;
    const rowsOf = () =>
      kysely.selectFrom("saved_details").selectAll().where("user_id", "=", trader.id).execute();
    expect(JSON.stringify(await rowsOf())).not.toContain("DE02120300000000202051");
    const mails = await test.mailsTo(trader.email);
    const mail = mails.find(({ subject }) => subject === "Payout details were saved");
    expect(mail).toBeDefined();
    expect(JSON.stringify(mail)).toContain("Bank Transfer");
    expect(JSON.stringify(mail)).not.toContain("DE02120300000000202051");
    const owner = await test.administrator();
    await owner.delete(`/api/admin/user/${trader.id}`);
    expect(await rowsOf()).toEqual([]);
  });

  it("leave the details of a request free", async () => {
    const trader = await test.trader();
    const owner = await test.administrator();
    await owner.accounts.update({ id: trader.id, balance: "5000.00", payoutEnabled: true });
    await save(trader, { ...bank, password: PASSWORD });
    const requested = await trader.post("/api/user/payouts", { amount: "10.00", ...paypal });
    expect(requested.json()).toMatchObject(paypal);
  });

  it("that a thief has saved go with everything else that the trader undoes", async () => {
    const trader = await test.trader();
    await save(trader, { ...paypal, password: PASSWORD });
    test.clock.advance(1000);
    const { secret } = await setUpApp(test, trader);
    await save(trader, { ...bank, code: codeOf(test, secret) });
    const [token] = await mailedTokens(test, trader.email, "not-me", 1);
    await test.visitor().post("/api/second-factor/not-me", { token });
    const { rows } = await test.context.database.pool.query(
      "select payment_method from saved_details where user_id = $1",
      [trader.id],
    );
    expect(rows).toEqual([{ payment_method: "paypal" }]);
  });
});
