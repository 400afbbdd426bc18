import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registration, startApp, type TestApp } from "../../support/app.ts";
import { freeEmail, meetAtLock } from "../../support/barrier.ts";
import { statuses } from "../../support/statuses.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

function times<Result>(count: number, make: (index: number) => Result): Result[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

describe("concurrently", () => {
  it("50 registrations with one email create one trader with one account", async () => {
    const sent = registration({ email: "Race@Example.com" });
    const spellings = ["race@example.com", " RACE@example.com", "Race@Example.COM"];
    const responses = await Promise.all(
      times(50, (index) =>
        test.visitor().post("/api/register", { ...sent, email: spellings[index % 3] }),
      ),
    );
    expect(statuses(responses)).toEqual({ 201: 1, 409: 49 });
    const { kysely } = test.context.database;
    const rows = await kysely
      .selectFrom("users")
      .leftJoin("trading_accounts", "trading_accounts.user_id", "users.id")
      .select(["users.email", "trading_accounts.id as account"])
      .where("email", "=", "race@example.com")
      .execute();
    expect(rows).toEqual([{ email: "race@example.com", account: expect.any(Number) }]);
  });

  it("a registration and an invitation with one email create one trader", async () => {
    const sent = registration();
    const administrator = await test.administrator();
    const { email } = sent;
    const responses = await meetAtLock(test, freeEmail(email), [
      () => test.visitor().post("/api/register", sent),
      () => administrator.post("/api/admin/users", { email, fullName: "Olivia Bennett" }),
    ]);
    expect(statuses(responses)).toEqual({ 201: 1, 409: 1 });
  });

  it("two traders who swap their emails both keep their own, without a server error", async () => {
    const [olivia, noah] = await Promise.all([test.trader(), test.trader()]);
    const both = {
      statement: "select 1 from users where id = any($1) for update",
      values: [[olivia.id, noah.id]],
    };
    const responses = await meetAtLock(test, both, [
      () => olivia.patch("/api/user/profile", { email: noah.email }),
      () => noah.patch("/api/user/profile", { email: olivia.email }),
    ]);
    expect(statuses(responses)).toEqual({ 409: 2 });
    const emails = await Promise.all(
      [olivia, noah].map(async (trader) => (await trader.get("/api/user")).json().email),
    );
    expect(emails).toEqual([olivia.email, noah.email]);
  });

  it("one of several traders who change to the same free email succeeds", async () => {
    const traders = await Promise.all(times(8, () => test.trader()));
    const { email } = registration();
    const changes = traders.map((trader) => () => trader.patch("/api/user/profile", { email }));
    const responses = await meetAtLock(test, freeEmail(email), changes);
    expect(statuses(responses)).toEqual({ 200: 1, 409: 7 });
  });
});
