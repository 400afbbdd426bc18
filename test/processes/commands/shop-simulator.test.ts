import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import { fixedKeyring } from "../../../src/platform/vault/cipher.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { startCommand } from "../../support/command.ts";

/** The simulator reads the shop's secret with it. */
const key = randomBytes(32);

let test: TestApp;
beforeAll(async () => {
  test = await startApp({ listen: true, keyring: fixedKeyring([key]) });
});
afterAll(() => test.close());

function simulate(...args: string[]) {
  const { dataDir, databaseUrl, port } = test.context.config;
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl!,
    PORT: String(port),
    ENCRYPTION_KEY: key.toString("base64"),
    SESSION_SECRET: key.toString("base64"),
  };
  return startCommand("src/commands/shop-simulator.ts", args, env).ended;
}

it("refuses a firm without programmes, and arguments that it does not have", async () => {
  const { code, stderr } = await simulate();
  expect([code, stderr]).toEqual([1, "The firm offers no programme: add one under Programmes.\n"]);
  expect((await simulate("--minutes", "soon")).stderr).toMatch(/^--minutes must be a number/);
});

it("sells to the demo's shop, whose orders have each fate", async () => {
  await fillDemo(test.context);
  const administrator = await test.administrator();
  const fates = async () => {
    const orders = (await administrator.get("/api/admin/orders?limit=1000")).json<
      { reference: string; payment: string; items: { status: string; reason: string | null }[] }[]
    >();
    return orders.map(({ payment, items }) => {
      const [{ status, reason }] = items as [(typeof items)[0]];
      return [payment, reason ?? status].join(" ");
    });
  };
  const sold = await fates();
  expect([...new Set(sold)].toSorted()).toEqual([
    "charged_back started",
    "paid addon",
    "paid not_mapped",
    "paid queued",
    "paid started",
    "partly_refunded started",
    "refunded cancelled",
    "refunded started",
  ]);
  const { stdout, stderr, code } = await simulate("--minutes", "0.05");
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  expect(stdout).toMatch(/buys .*: http:\S+\/admin\/orders\/\d+/);
  expect((await fates()).length).toBeGreaterThan(sold.length);
});
