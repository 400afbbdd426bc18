import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../../support/app.ts";
import { meetAtLock, queueAtLock, row } from "../../support/barrier.ts";
import type { Browser } from "../../support/http.ts";
import { countDeadlocks } from "../../support/deadlocks.ts";
import { uploadCertificate } from "../../support/certificates.ts";
import { statuses } from "../../support/statuses.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

describe("a ban", () => {
  const signIn = (visitor: Browser, email: string) => () =>
    visitor.post("/api/login", { email, password: PASSWORD });
  const ban = (id: number) => () =>
    administrator.patch(`/api/admin/user/${id}/ban`, { banned: true, banReason: "Shared account" });

  it("rejects the sign-ins queued behind it, and ends the sessions of those ahead of it", async () => {
    const { id, email } = await test.trader();
    const visitors = Array.from({ length: 4 }, () => test.visitor());
    const [first, second, ...late] = visitors.map((visitor) => signIn(visitor, email));
    const calls = [first!, second!, ban(id), ...late];
    const responses = await queueAtLock(test, row("users", id), calls);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 403, 403]);
    await administrator.patch(`/api/admin/user/${id}/ban`, { banned: false });
    const later = await Promise.all(visitors.map((visitor) => visitor.get("/api/user")));
    expect(statuses(later)).toEqual({ 401: 4 });
  });
});

describe("a deletion", () => {
  it("at the same time as every other call leaves nothing of the trader, and no call fails", async () => {
    const deleted: number[] = [];
    for (let round = 0; round < 24; round += 1) {
      const trader = await test.trader();
      const { id, email } = trader;
      const user = `/api/admin/user/${id}`;
      await administrator.patch(`${user}/account`, { payoutEnabled: true });
      const wanted = { amount: "10", paymentMethod: "crypto", paymentDetails: "wallet" };
      const payout = (await trader.post("/api/user/payouts", wanted)).json<{ id: number }>();
      const others = [
        trader.post("/api/user/payouts", wanted),
        trader.post("/api/user/payouts", wanted),
        trader.get("/api/user/account"),
        trader.patch("/api/user/profile", { city: "Paris" }),
        test.visitor().post("/api/login", { email, password: PASSWORD }),
        test.visitor().post("/api/forgot-password", { email }),
        trader.post("/api/user/change-password", {
          currentPassword: PASSWORD,
          newPassword: "another password",
          confirmPassword: "another password",
        }),
        administrator.patch(`/api/admin/payouts/${payout.id}`, { status: "approved" }),
        administrator.patch(`${user}/account`, { balance: "5.00", masterPassword: "secret" }),
        administrator.patch(`${user}/ban`, { banned: true, banReason: "Gone" }),
        administrator.get(user),
        administrator.get("/api/admin/users"),
        administrator.get("/api/admin/payouts"),
        uploadCertificate(administrator, id),
      ];
      const deletions = [administrator.delete(user), administrator.delete(user)];
      expect(statuses(await Promise.all(deletions))).toEqual({ 200: 1, 404: 1 });
      for (const response of await Promise.all(others)) {
        expect(response.statusCode, response.body).toBeLessThan(500);
      }
      expect((await trader.get("/api/user")).statusCode).toBe(401);
      deleted.push(id);
    }
    const { pool } = test.context.database;
    for (const table of [
      "users",
      "trading_accounts",
      "payout_requests",
      "certificates",
      "sessions",
    ]) {
      const column = table === "users" ? "id" : "user_id";
      const query = `select * from ${table} where ${column} = any($1)`;
      const { rows } = await pool.query(query, [deleted]);
      expect(rows, table).toEqual([]);
    }
    expect(await countDeadlocks(pool)).toBe(0);
    const kept = await Array.fromAsync(test.context.files.listKeysBefore(new Date(8.64e15)));
    expect(kept).toEqual([]);
  });

  it("makes a payout request queued behind it fail, with and without an Idempotency-Key", async () => {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const wanted = { amount: "10", paymentMethod: "crypto" };
    const deletion = { statement: "delete from users where id = $1", values: [trader.id] };
    const responses = await meetAtLock(test, deletion, [
      () => trader.post("/api/user/payouts", wanted),
      () => trader.post("/api/user/payouts", wanted, { "idempotency-key": "once" }),
    ]);
    for (const response of responses) {
      expect([response.statusCode, response.json()]).toEqual([404, { message: "User not found" }]);
    }
  });
});
