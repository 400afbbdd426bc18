import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { transports } from "../support/transports.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

describe.each(transports)("a trading account over $name", (transport) => {
  const save = (id: number, fields: object, how: "create" | "update" = "update") =>
    transport.call(administrator, `admin.accounts.${how}`, { id, ...fields });

  const fields = {
    balance: "10000",
    profitLoss: "-250.5",
    status: "active",
    payoutEnabled: true,
    login: "5002001",
    masterPassword: "k7#Tpx2v",
    server: "Propdesk-Live02",
    phase: "Phase 1",
    dailyDrawdownLimit: "5%",
    overallLossLimit: "10% / $1000",
    profitTarget: "$2,500",
  };
  const { masterPassword, ...others } = fields;
  const shown = { ...others, balance: "10000.00", profitLoss: "-250.50" };
  const open = async (id: number) =>
    (await transport.call(administrator, "admin.users.get", { id })).body.account;

  it("of a new trader is filled with 201 and fully visible to its owner", async () => {
    const trader = await test.trader();
    const { status, body } = await save(trader.id, fields, "create");
    expect(status).toBe(transport.name === "REST" ? 201 : 200);
    expect(body).toMatchObject({ ...shown, userId: trader.id });
    const whole = { ...body, masterPassword };
    expect((await transport.call(trader, "trader.account")).body).toEqual(whole);
    const opened = await transport.call(administrator, "admin.users.get", { id: trader.id });
    expect(opened.body).toMatchObject({ tradingAccount: whole, account: whole });
  });

  it.each(["create", "update"] as const)("keeps fields that %s omits", async (how) => {
    const { id } = await test.trader();
    const filled = { ...(await save(id, fields, "create")).body, masterPassword };
    await save(id, {}, how);
    expect(await open(id)).toEqual(filled);
    for (const part of [
      { status: "breached" },
      { payoutEnabled: false },
      { login: "1", masterPassword: "2", server: "3", phase: "Funded" },
      { dailyDrawdownLimit: "$500", overallLossLimit: "8%", profitTarget: "soon" },
    ]) {
      await save(id, part, how);
      expect(await open(id)).toEqual(Object.assign(filled, part));
    }
  });

  it.each(["pending", "active", "under-review", "breached"])(
    "can be set to %s from any status, including the same",
    async (status) => {
      const { id } = await test.trader();
      for (const before of ["breached", "active", status]) {
        await save(id, { status: before });
        expect((await save(id, { status })).body.status).toBe(status);
      }
    },
  );

  it("accepts the status `under review` for `under-review`", async () => {
    const { id } = await test.trader();
    expect((await save(id, { status: "under review" })).body.status).toBe("under-review");
  });

  it.each(["approved", "Active", "", "UNDER-REVIEW", null, 1, true, ["active"], {}])(
    "rejects the status %j",
    async (status) => {
      const { id } = await test.trader();
      const outcome = await save(id, { status });
      expect(outcome).toMatchObject({ status: 400, body: { issues: [{ path: ["status"] }] } });
    },
  );

  it("clears a text set to null or blank text", async () => {
    const { id } = await test.trader();
    await save(id, fields, "create");
    const unset = { login: "", masterPassword: null, server: "  ", phase: null, profitTarget: "" };
    await save(id, unset);
    expect(await open(id)).toMatchObject({
      login: null,
      masterPassword: null,
      server: null,
      phase: null,
      profitTarget: null,
      dailyDrawdownLimit: "5%",
    });
  });

  it.each([
    ["balance", "500.00"],
    ["profitLoss", "-120.00"],
  ])("records the currency with a change of the %s alone", async (field, to) => {
    const { id } = await test.trader();
    await save(id, { [field]: to });
    const events = await administrator.get(
      `/api/admin/audit?traderId=${id}&action=account.updated`,
    );
    expect(events.json()).toMatchObject([
      { changes: { [field]: { from: "0.00", to }, currency: { from: "USD", to: "USD" } } },
    ]);
  });

  it.each([
    [0, "0.00"],
    ["-0", "0.00"],
    ["-0.00", "0.00"],
    [-5.5, "-5.50"],
    ["007", "7.00"],
    ["-999999999999.99", "-999999999999.99"],
  ])("accepts the amount %j as %s", async (profitLoss, wire) => {
    const { id } = await test.trader();
    expect((await save(id, { profitLoss })).body.profitLoss).toBe(wire);
  });

  it.each([
    "1e2",
    "+5",
    "1,000",
    "1.005",
    "NaN",
    "",
    " 5",
    "5.",
    "1000000000000",
    1e21,
    null,
    true,
  ])("rejects the amount %j", async (balance) => {
    const { id } = await test.trader();
    await save(id, { balance: "7" });
    const outcome = await save(id, { balance, status: "active" });
    expect(outcome).toMatchObject({ status: 400, message: "Balance must be a valid number" });
    const { body } = await transport.call(administrator, "admin.users.get", { id });
    expect(body.account).toMatchObject({ balance: "7.00", status: "pending" });
  });

  it.each(["false", "true", 0, 1, null, "", []])("rejects %j for payoutEnabled", async (value) => {
    const { id } = await test.trader();
    const outcome = await save(id, { payoutEnabled: value });
    expect(outcome).toMatchObject({ status: 400, message: "payoutEnabled must be true or false" });
  });

  it("returns 404 if the trader does not exist", async () => {
    expect((await save(2_147_483_647, fields, "create")).status).toBe(404);
    expect((await save(2_147_483_647, fields)).status).toBe(404);
  });
});
