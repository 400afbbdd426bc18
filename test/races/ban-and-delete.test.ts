import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECOND } from "../../src/platform/lib/clock.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { uploadCertificate } from "../support/certificates.ts";
import { statuses } from "../support/statuses.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

/**
 * How often PostgreSQL had to end a transaction because two waited for each other. The app would run
 * it again, but not before a second has passed.
 */
async function deadlocks(pool: Pool): Promise<number> {
  // A connection tells what it has seen once a second.
  await sleep(1.5 * SECOND);
  const { rows } = await pool.query<{ deadlocks: string }>(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  return Number(rows[0]!.deadlocks);
}

describe("a ban", () => {
  it("at the moment of sign-ins lets nobody through afterwards", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, email } = await test.trader();
      const visitors = Array.from({ length: 6 }, () => test.visitor());
      const signIns = visitors.map((visitor) =>
        visitor.post("/api/login", { email, password: PASSWORD }),
      );
      const ban = { banned: true, banReason: "Shared account" };
      const banned = await administrator.patch(`/api/admin/user/${id}/ban`, ban);
      expect(banned.statusCode).toBe(200);
      for (const { statusCode } of await Promise.all(signIns)) {
        expect([200, 403]).toContain(statusCode);
      }
      for (const visitor of visitors) {
        expect([401, 403]).toContain((await visitor.get("/api/user")).statusCode);
      }
      await administrator.patch(`/api/admin/user/${id}/ban`, { banned: false });
      const calls = await Promise.all(visitors.map((visitor) => visitor.get("/api/user")));
      expect(statuses(calls)).toEqual({ 401: 6 });
    }
  });
});

describe("a deletion", () => {
  it("at the moment of everything else leaves nothing of the trader, and nobody gets a 5xx", async () => {
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
      for (const answer of await Promise.all(others)) {
        expect(answer.statusCode, answer.body).toBeLessThan(500);
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
    expect(await deadlocks(pool)).toBe(0);
    const kept = await Array.fromAsync(test.context.files.keysBefore(new Date(8.64e15)));
    expect(kept).toEqual([]);
  });

  it("that a payout request waits for leaves it without a trader, with a key and without", async () => {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const deletion = await test.context.database.pool.connect();
    await deletion.query("begin");
    await deletion.query("delete from users where id = $1", [trader.id]);
    const wanted = { amount: "10", paymentMethod: "crypto" };
    const requests = [
      trader.post("/api/user/payouts", wanted),
      trader.post("/api/user/payouts", wanted, { "idempotency-key": "once" }),
    ];
    await sleep(0.3 * SECOND);
    await deletion.query("commit");
    deletion.release();
    const [plain, keyed] = await Promise.all(requests);
    // His session went with him.
    expect([plain!.statusCode, plain!.json()]).toEqual([401, { message: "Please sign in" }]);
    expect([keyed!.statusCode, keyed!.json()]).toEqual([404, { message: "User not found" }]);
  });
});
