import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

describe.each(transports)("a trader's profile over $name", (transport) => {
  it("updates email and address and returns the user", async () => {
    const trader = await test.trader();
    const before = (await transport.call(trader, "auth.me")).body;
    const input = {
      email: ` New.${trader.email.toUpperCase()}`,
      country: "jp",
      city: "Osaka",
      street: "Midosuji",
      houseNumber: "4-2",
    };
    const { status, body } = await transport.call(trader, "trader.updateProfile", input);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...input, email: `new.${trader.email}` });
    expect((await transport.call(trader, "auth.me")).body).toEqual(body);
  });

  it("keeps the fields that are not given", async () => {
    const trader = await test.trader();
    const before = (await transport.call(trader, "auth.me")).body;
    const { body } = await transport.call(trader, "trader.updateProfile", { city: "Leeds" });
    expect(body).toEqual({ ...before, city: "Leeds" });
    expect((await transport.call(trader, "trader.updateProfile", {})).body).toEqual(body);
  });

  it("clears a field set to null or blank text, and returns null", async () => {
    const trader = await test.trader();
    const input = { country: null, city: "", street: "  " };
    const { body } = await transport.call(trader, "trader.updateProfile", input);
    expect(body).toMatchObject({ country: null, city: null, street: null, houseNumber: "12" });
  });

  it("keeps the full name, which only an administrator can change", async () => {
    const trader = await test.trader();
    const input = { fullName: "Somebody Else", city: "Leeds" };
    const outcome = await transport.call(trader, "trader.updateProfile", input);
    expect(outcome).toMatchObject({ status: 400, message: "Unknown field: fullName" });
    expect((await transport.call(trader, "auth.me")).body).toMatchObject({
      fullName: "Olivia Bennett",
      city: "London",
    });
  });

  it.each(["password", "privacyPolicyAgreed", "banned", "id"])(
    "rejects the field %s",
    async (field) => {
      const trader = await test.trader();
      const outcome = await transport.call(trader, "trader.updateProfile", { [field]: "x" });
      expect(outcome).toMatchObject({ status: 400, message: `Unknown field: ${field}` });
    },
  );

  it("returns 409 and changes nothing if the email is taken", async () => {
    const [olivia, noah] = [await test.trader(), await test.trader()];
    const input = { email: noah.email.toUpperCase(), city: "Leeds" };
    const outcome = await transport.call(olivia, "trader.updateProfile", input);
    expect(outcome.status).toBe(409);
    expect((await transport.call(olivia, "auth.me")).body).toMatchObject({
      email: olivia.email,
      city: "London",
    });
  });

  it("accepts the trader's own email again", async () => {
    const trader = await test.trader();
    const input = { email: trader.email.toUpperCase() };
    expect((await transport.call(trader, "trader.updateProfile", input)).status).toBe(200);
  });
});
