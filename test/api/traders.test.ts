import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { doors } from "../support/doors.ts";
import type { Browser } from "../support/http.ts";
import { certificateParts, multipart } from "../support/pdf.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const newEmail = () => `noah.${crypto.randomUUID()}@example.com`;

describe.each(doors)("an administrator over $name", (door) => {
  const get = (id: unknown) => door.call(administrator, "admin.users.get", { id });

  it("makes a trader, who has an account with the defaults at once", async () => {
    const input = { fullName: " Noah Clarke ", email: newEmail() };
    const { status, body } = await door.call(administrator, "admin.users.create", input);
    expect(status).toBe(door.name === "REST" ? 201 : 200);
    const account = {
      id: expect.any(Number) as number,
      userId: body.id,
      login: null,
      masterPassword: null,
      server: null,
      balance: "0.00",
      profitLoss: "0.00",
      status: "pending",
      phase: null,
      payoutEnabled: false,
      dailyDrawdownLimit: null,
      overallLossLimit: null,
      profitTarget: null,
      createdAt: body.createdAt,
    };
    expect(body).toEqual({
      id: expect.any(Number) as number,
      fullName: "Noah Clarke",
      email: input.email,
      country: null,
      city: null,
      street: null,
      houseNumber: null,
      privacyPolicyAgreed: false,
      banned: false,
      banReason: null,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
      tradingAccount: account,
      account,
    });
    expect((await get(body.id)).body).toEqual(body);
  });

  it("makes a trader without a name, but not without an email", async () => {
    const named = await door.call(administrator, "admin.users.create", { email: newEmail() });
    expect(named.body.fullName).toBeNull();
    const unnamed = await door.call(administrator, "admin.users.create", { fullName: "Noah" });
    expect(unnamed).toMatchObject({ status: 400, message: "Please enter a valid email" });
  });

  it("refuses a taken email with 409, at creation and update, and changes nothing", async () => {
    const [olivia, noah] = [await test.trader(), await test.trader()];
    const email = olivia.email.toUpperCase();
    const message = "An account with this email already exists";
    const creation = await door.call(administrator, "admin.users.create", { email });
    expect(creation).toMatchObject({ status: 409, message });
    const input = { id: noah.id, email, fullName: "Noah Clarke" };
    const update = await door.call(administrator, "admin.users.update", input);
    expect(update).toMatchObject({ status: 409, message });
    expect((await get(noah.id)).body).toMatchObject({
      email: noah.email,
      fullName: "Olivia Bennett",
    });
  });

  it("changes name or email, and leaves the other as it is", async () => {
    const { id, email } = await test.trader();
    const renamed = await door.call(administrator, "admin.users.update", { id, fullName: "Mia" });
    expect(renamed).toMatchObject({ status: 200, body: { fullName: "Mia", email } });
    const moved = await door.call(administrator, "admin.users.update", {
      id,
      email: `moved.${email}`,
    });
    expect(moved.body).toMatchObject({ fullName: "Mia", email: `moved.${email}` });
    expect((await get(id)).body).toEqual(moved.body);
  });

  it("deletes a trader with account, payouts, certificates and sessions", async () => {
    const trader = await test.trader();
    const { id } = trader;
    await administrator.patch(`/api/admin/user/${id}/account`, { payoutEnabled: true });
    await trader.post("/api/user/payouts", { amount: "5", paymentMethod: "bank" });
    const upload = multipart(certificateParts(id));
    const url = "/api/admin/certificates";
    const issued = await administrator.send({ method: "POST", url, ...upload });
    const { fileUrl } = issued.json<{ fileUrl: string }>();
    expect((await administrator.get(fileUrl)).statusCode).toBe(200);

    const { status, body } = await door.call(administrator, "admin.users.delete", { id });
    expect([status, body]).toEqual([200, { message: "User deleted" }]);
    expect((await get(id)).status).toBe(404);
    expect((await door.call(trader, "auth.me")).status).toBe(401);
    expect((await administrator.get(fileUrl)).statusCode).toBe(404);
    const { kysely } = test.context.database;
    for (const table of ["payout_requests", "trading_accounts", "certificates"] as const) {
      const rows = await kysely.selectFrom(table).selectAll().where("user_id", "=", id).execute();
      expect(rows).toEqual([]);
    }
    expect((await door.call(administrator, "admin.users.delete", { id })).status).toBe(404);
  });

  it.each(["admin.users.get", "admin.users.update", "admin.users.delete"] as const)(
    "is answered 404 by %s for a trader that is not there",
    async (procedure) => {
      const outcome = await door.call(administrator, procedure, { id: 2_147_483_647 });
      expect(outcome).toMatchObject({ status: 404, message: "User not found" });
    },
  );
});

describe.each(doors)("a trading account over $name", (door) => {
  const save = (id: number, fields: object, how: "create" | "update" = "update") =>
    door.call(administrator, `admin.accounts.${how}`, { id, ...fields });

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
  const shown = { ...fields, balance: "10000.00", profitLoss: "-250.50" };

  it("of a new trader is filled with 201, and its owner sees it all", async () => {
    const trader = await test.trader();
    const { status, body } = await save(trader.id, fields, "create");
    expect(status).toBe(door.name === "REST" ? 201 : 200);
    expect(body).toMatchObject({ ...shown, userId: trader.id });
    expect((await door.call(trader, "trader.account")).body).toEqual(body);
    const opened = await door.call(administrator, "admin.users.get", { id: trader.id });
    expect(opened.body).toMatchObject({ tradingAccount: body, account: body });
  });

  it.each(["create", "update"] as const)("keeps what %s is not given", async (how) => {
    const { id } = await test.trader();
    const filled = (await save(id, fields, "create")).body;
    expect((await save(id, {}, how)).body).toEqual(filled);
    for (const part of [
      { status: "breached" },
      { payoutEnabled: false },
      { login: "1", masterPassword: "2", server: "3", phase: "Funded" },
      { dailyDrawdownLimit: "$500", overallLossLimit: "8%", profitTarget: "soon" },
    ]) {
      expect((await save(id, part, how)).body).toEqual({ ...Object.assign(filled, part) });
    }
  });

  it.each(["pending", "active", "under-review", "breached"])(
    "may be set %s from any status, the same one too",
    async (status) => {
      const { id } = await test.trader();
      for (const before of ["breached", "active", status]) {
        await save(id, { status: before });
        expect((await save(id, { status })).body.status).toBe(status);
      }
    },
  );

  it("takes `under review` as `under-review`", async () => {
    const { id } = await test.trader();
    expect((await save(id, { status: "under review" })).body.status).toBe("under-review");
  });

  it.each(["approved", "Active", "", "UNDER-REVIEW", null, 1, true, ["active"], {}])(
    "has no status %j",
    async (status) => {
      const { id } = await test.trader();
      const outcome = await save(id, { status });
      expect(outcome).toMatchObject({ status: 400, body: { issues: [{ path: ["status"] }] } });
    },
  );

  it("unsets a text by null or blank text", async () => {
    const { id } = await test.trader();
    await save(id, fields, "create");
    const unset = { login: "", masterPassword: null, server: "  ", phase: null, profitTarget: "" };
    expect((await save(id, unset)).body).toMatchObject({
      login: null,
      masterPassword: null,
      server: null,
      phase: null,
      profitTarget: null,
      dailyDrawdownLimit: "5%",
    });
  });

  it.each([
    [0, "0.00"],
    ["-0", "0.00"],
    ["-0.00", "0.00"],
    [-5.5, "-5.50"],
    ["007", "7.00"],
    ["-999999999999.99", "-999999999999.99"],
  ])("takes the money %j as %s", async (profitLoss, wire) => {
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
  ])("takes no money %j", async (balance) => {
    const { id } = await test.trader();
    await save(id, { balance: "7" });
    const outcome = await save(id, { balance, status: "active" });
    expect(outcome).toMatchObject({ status: 400, message: "Balance must be a valid number" });
    const { body } = await door.call(administrator, "admin.users.get", { id });
    expect(body.account).toMatchObject({ balance: "7.00", status: "pending" });
  });

  it.each(["false", "true", 0, 1, null, "", []])("takes no payoutEnabled %j", async (value) => {
    const { id } = await test.trader();
    const outcome = await save(id, { payoutEnabled: value });
    expect(outcome).toMatchObject({ status: 400, message: "payoutEnabled must be true or false" });
  });

  it("that is not there is answered 404", async () => {
    expect((await save(2_147_483_647, fields, "create")).status).toBe(404);
    expect((await save(2_147_483_647, fields)).status).toBe(404);
  });
});
