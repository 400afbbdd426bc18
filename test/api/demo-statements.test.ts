import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startApp } from "../support/app.ts";

/** Starts an app whose folder of demo statements has one file. */
async function startWith(env: Record<string, string>) {
  const test = await startApp({ env });
  onTestFinished(() => test.close());
  const { dataDir } = test.context.config;
  await mkdir(join(dataDir, "demo-statements"));
  await writeFile(join(dataDir, "demo-statements/sofia.html"), "<html>Sofia</html>");
  await writeFile(join(dataDir, "private.html"), "private");
  return test;
}

const names = "/api/trpc/admin.statements.demoFiles";
const path = "/api/admin/demo-statements/sofia.html";

it("administrators of a demo firm can download its statements, and nothing beside them", async () => {
  const test = await startWith({ DEMO: "1" });
  const administrator = await test.administrator();
  expect((await administrator.get(names)).json()).toEqual({
    result: { data: { json: ["sofia.html"] } },
  });
  const file = await administrator.get(path);
  expect([file.statusCode, file.body]).toEqual([200, "<html>Sofia</html>"]);
  expect(file.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": expect.stringMatching(/^attachment/) as string,
  });
  const beside = "/api/admin/demo-statements/..%2Fprivate.html";
  expect((await administrator.get(beside)).statusCode).toBe(404);
  expect((await test.visitor().get(path)).statusCode).toBe(401);
});

it("other firms offer none", async () => {
  const test = await startWith({ DEMO: "0" });
  const administrator = await test.administrator();
  expect((await administrator.get(names)).json()).toEqual({ result: { data: { json: [] } } });
  expect((await administrator.get(path)).statusCode).toBe(404);
});
