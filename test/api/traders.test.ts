import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { transports } from "../support/transports.ts";
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

describe.each(transports)("an administrator over $name", (transport) => {
  const get = (id: unknown) => transport.call(administrator, "admin.users.get", { id });

  it("creates a trader with a default account", async () => {
    const input = { fullName: " Noah Clarke ", email: newEmail() };
    const { status, body } = await transport.call(administrator, "admin.users.create", input);
    expect(status).toBe(transport.name === "REST" ? 201 : 200);
    const account = {
      id: expect.any(Number) as number,
      userId: body.id,
      login: null,
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
      createdAt: body.createdAt,
      waitingFor: {
        kind: "nothing",
        sentence: expect.any(String) as string,
        since: null,
        actor: "nobody",
        about: null,
      },
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
      emailVerifiedAt: null,
      banned: false,
      banReason: null,
      tags: [],
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
      tradingAccount: account,
      account,
    });
    const opened = { ...account, masterPassword: null };
    expect((await get(body.id)).body).toEqual({
      ...body,
      recovery: null,
      tradingAccount: opened,
      account: opened,
    });
  });

  it("can create a trader without a name, but not without an email", async () => {
    const named = await transport.call(administrator, "admin.users.create", { email: newEmail() });
    expect(named.body.fullName).toBeNull();
    const unnamed = await transport.call(administrator, "admin.users.create", { fullName: "Noah" });
    expect(unnamed).toMatchObject({ status: 400, message: "Please enter a valid email" });
  });

  it("receives 409 for a taken email at creation and update, which changes nothing", async () => {
    const [olivia, noah] = [await test.trader(), await test.trader()];
    const email = olivia.email.toUpperCase();
    const message = "An account with this email already exists";
    const creation = await transport.call(administrator, "admin.users.create", { email });
    expect(creation).toMatchObject({ status: 409, message });
    const input = { id: noah.id, email, fullName: "Noah Clarke" };
    const update = await transport.call(administrator, "admin.users.update", input);
    expect(update).toMatchObject({ status: 409, message });
    expect((await get(noah.id)).body).toMatchObject({
      email: noah.email,
      fullName: "Olivia Bennett",
    });
  });

  it("can change the name or the email alone", async () => {
    const { id, email } = await test.trader();
    const renamed = await transport.call(administrator, "admin.users.update", {
      id,
      fullName: "Mia",
    });
    expect(renamed).toMatchObject({ status: 200, body: { fullName: "Mia", email } });
    const moved = await transport.call(administrator, "admin.users.update", {
      id,
      email: `moved.${email}`,
    });
    expect(moved.body).toMatchObject({ fullName: "Mia", email: `moved.${email}` });
    expect((await get(id)).body).toMatchObject(moved.body);
  });

  it("deletes a trader with account, payouts, certificates and sessions", async () => {
    const trader = await test.trader();
    const { id } = trader;
    await administrator.patch(`/api/admin/user/${id}/account`, { payoutEnabled: true });
    const key = { "idempotency-key": "one" };
    await trader.post("/api/user/payouts", { amount: "5", paymentMethod: "bank" }, key);
    const upload = multipart(certificateParts(id));
    const url = "/api/admin/certificates";
    const issued = await administrator.send({ method: "POST", url, ...upload });
    const { fileUrl } = issued.json<{ fileUrl: string }>();
    expect((await administrator.get(fileUrl)).statusCode).toBe(200);

    const { kysely } = test.context.database;
    const call = {
      operation: "admin.users.delete",
      key_hash: transport.name,
      input_hash: "",
      created_at: test.clock.now().toISOString(),
    };
    const others = [
      { actor_kind: "administrator" as const, actor_id: id },
      { actor_kind: "trader" as const, actor_id: id + 1_000_000 },
    ];
    const theirCalls = others.map((actor) => ({ ...call, ...actor }));
    await kysely.insertInto("idempotent_calls").values(theirCalls).execute();

    const { status, body } = await transport.call(administrator, "admin.users.delete", { id });
    expect([status, body]).toEqual([200, { message: "User deleted" }]);
    expect((await get(id)).status).toBe(404);
    expect((await transport.call(trader, "auth.me")).status).toBe(401);
    expect((await administrator.get(fileUrl)).statusCode).toBe(404);
    for (const table of ["payout_requests", "trading_accounts", "certificates"] as const) {
      const rows = await kysely.selectFrom(table).selectAll().where("user_id", "=", id).execute();
      expect(rows).toEqual([]);
    }
    const calls = await kysely
      .selectFrom("idempotent_calls")
      .select(["actor_kind", "actor_id"])
      .where("key_hash", "=", transport.name)
      .orderBy("id")
      .execute();
    // An administrator with the same id keeps theirs, and so do other traders.
    expect(calls).toEqual(others);
    const own = kysely
      .selectFrom("idempotent_calls")
      .selectAll()
      .where("actor_kind", "=", "trader");
    expect(await own.where("actor_id", "=", id).execute()).toEqual([]);
    expect((await transport.call(administrator, "admin.users.delete", { id })).status).toBe(404);
  });

  it.each(["admin.users.get", "admin.users.update", "admin.users.delete"] as const)(
    "receives 404 from %s if the trader does not exist",
    async (procedure) => {
      const outcome = await transport.call(administrator, procedure, { id: 2_147_483_647 });
      expect(outcome).toMatchObject({ status: 404, message: "User not found" });
    },
  );
});
