import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { startCommand } from "../../support/command.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp({ listen: true });
});
afterAll(() => test.close());

function simulate(...args: string[]) {
  const { dataDir, databaseUrl, port } = test.context.config;
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl!, PORT: String(port) };
  return startCommand("src/commands/bridge-simulator.ts", args, env).ended;
}

it("refuses a firm without demo accounts, and arguments that it does not have", async () => {
  expect(await simulate()).toMatchObject({ code: 1, stdout: "" });
  const { stderr } = await simulate("--minutes", "soon");
  expect(stderr).toMatch(/^--minutes must be a number above 0\n\nUsage:\n/);
});

it("trades the demo accounts on where their history ends, and leaves no token behind", async () => {
  await fillDemo(test.context);
  const { stdout, stderr, code } = await simulate("--minutes", "0.1");
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  expect(stdout).toMatch(/\d\d demo accounts trade on at http/);
  expect(stdout).toMatch(/Emre Kaya \(account 5003127\) is about to double down/);
  expect(stdout).not.toMatch(/Rejected/);
  const { rows } = await test.context.database.pool.query<{ isRevoked: boolean; fed: number }>(
    `select revoked_at is not null as "isRevoked",
       (select count(*)::int from snapshots where token_id = api_tokens.id) as fed
     from api_tokens where label = 'Bridge simulator'`,
  );
  expect(rows).toMatchObject([{ isRevoked: true }]);
  expect(rows[0]!.fed).toBeGreaterThan(0);
  const administrator = await test.administrator();
  const settings = (await administrator.get("/api/admin/settings/enforcement")).json<object>();
  expect(settings).toMatchObject({ breachOpened: "automatic", breachDismissed: "automatic" });
});

it("serves a MetaTrader 5 that the shipped connector signs in to", async () => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const { stdout, stderr, code } = await simulate("--minutes", "0.05", "--mt5", String(port));
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  expect(stdout).toMatch(/PROPDESK_TOKEN=pdk_\S+ BRIDGE_SERVER='Propdesk-Demo03'/);
  expect(stdout).toContain(`MT5_URL=http://127.0.0.1:${port} MT5_LOGIN=1005`);
  const refused = await simulate("--mt5", "none");
  expect(refused.stderr).toMatch(/^--mt5 must be a port such as 9443\n\nUsage:\n/);
});
