import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registration, startApp, type TestApp } from "../support/app.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const userFields = [
  "id",
  "fullName",
  "email",
  "country",
  "city",
  "street",
  "houseNumber",
  "privacyPolicyAgreed",
  "createdAt",
];

describe.each(transports)("registration over $name", (transport) => {
  it("returns the user and signs them in", async () => {
    const olivia = test.visitor();
    const sent = registration();
    const { status, body } = await transport.call(olivia, "auth.register", { ...sent });
    expect(status).toBe(transport.name === "REST" ? 201 : 200);
    const { password: _, ...shown } = sent;
    expect(body).toMatchObject(shown);
    expect(Object.keys(body).toSorted()).toEqual(userFields.toSorted());
    expect((await transport.call(olivia, "auth.me")).body).toEqual(body);
  });

  it("stores the email trimmed and in lower case", async () => {
    const sent = registration();
    const typed = { ...sent, email: `  ${sent.email.toUpperCase()} ` };
    const { body } = await transport.call(test.visitor(), "auth.register", typed);
    expect(body.email).toBe(sent.email);
  });

  it("creates a trading account with the defaults", async () => {
    const olivia = test.visitor();
    const { body: user } = await transport.call(olivia, "auth.register", { ...registration() });
    const { status, body } = await transport.call(olivia, "trader.account");
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number) as number,
      userId: user.id,
      login: null,
      masterPassword: null,
      server: null,
      balance: "0.00",
      profitLoss: "0.00",
      currency: "USD",
      recordedAt: null,
      status: "pending",
      phase: null,
      payoutEnabled: false,
      dailyDrawdownLimit: null,
      overallLossLimit: null,
      profitTarget: null,
      createdAt: user.createdAt,
      waitingFor: {
        kind: "nothing",
        sentence: "Nothing has to be done",
        since: null,
        actor: "nobody",
        about: null,
      },
    });
  });

  it("returns 409 if the email is taken, in any letter case", async () => {
    const trader = await test.trader();
    for (const email of [trader.email, ` ${trader.email.toUpperCase()} `]) {
      const visitor = test.visitor();
      const outcome = await transport.call(visitor, "auth.register", {
        ...registration({ email }),
      });
      expect(outcome.status).toBe(409);
      expect(outcome.message).toBe("An account with this email already exists");
      expect(outcome.body.issues).toEqual([{ path: ["email"], message: outcome.message }]);
      expect(visitor.cookies.size).toBe(0);
    }
  });

  it.each(["confirmPassword", "banned", "balance", "payoutEnabled", "id", "isAdmin"])(
    "rejects the field %s, which a visitor cannot set",
    async (field) => {
      const sent = registration();
      const outcome = await transport.call(test.visitor(), "auth.register", {
        ...sent,
        [field]: true,
      });
      expect(outcome).toMatchObject({ status: 400, message: `Unknown field: ${field}` });
      const { email, password } = sent;
      const login = await transport.call(test.visitor(), "auth.login", { email, password });
      expect(login.status).toBe(401);
    },
  );
});
