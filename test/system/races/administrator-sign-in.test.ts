import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.ts";
import { holdLock } from "../../support/barrier.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

it("an administrator's sign-in does not survive a concurrent rotation of the key", async () => {
  const owner = await test.administrator();
  const added = await owner.post("/api/admin/team", { name: "Ada", role: "risk" });
  const { id, key: accessKey } = added.json<{ id: number; key: string }>();
  const rotation = await holdLock(test, {
    statement: "update admins set access_key = 'another' where id = $1",
    values: [id],
  });
  const signIn = test.visitor().post("/api/admin/login", { accessKey });
  await rotation.blocked(1);
  await rotation.release();
  expect((await signIn).statusCode).toBe(401);
});
