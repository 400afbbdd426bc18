import { afterAll, beforeAll, expect, it } from "vitest";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import { startApp, type TestApp } from "../../support/app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
  await fillDemo(test.context);
});
afterAll(() => test.close());

interface Notice {
  at: string;
  kind: string;
  subject: string;
  readAt: string | null;
}

it("a demo trader has past notices without mails, and the latest ones are unread", async () => {
  const [signIn] = await fillDemo(test.context);
  const mails = await test.context.database.pool.query(
    "select 1 from pgboss.job where name ilike '%mail%'",
  );
  expect(mails.rows).toEqual([]);
  const trader = test.visitor();
  await trader.post("/api/login", { email: signIn!.email, password: signIn!.password });
  const notices = (await trader.get("/api/user/notices")).json<Notice[]>();

  const kinds = new Set(notices.map(({ kind }) => kind));
  expect(kinds).toContain("payout-decided");
  expect(kinds).toContain("payout-paid");
  expect(kinds).toContain("certificate-issued");
  expect(notices.map(({ at }) => at)).toEqual(
    notices.map(({ at }) => at).toSorted((one, other) => other.localeCompare(one)),
  );
  expect(notices.some(({ readAt }) => readAt === null)).toBe(true);
  expect(notices.at(-1)!.readAt).not.toBeNull();
});
