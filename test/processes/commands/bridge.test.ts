import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startCommand } from "../../support/command.ts";
import { MatchTraderStandIn } from "../../support/match-trader-stand-in.ts";
import { Mt5StandIn } from "../../support/mt5-stand-in.ts";
import { projectNode, root } from "../../support/process.ts";
import { waitUntil } from "../../support/until.ts";

const script = "src/commands/bridge.ts";

/** Answers what the connector asks Propdesk, for which there is nothing to do. */
let propdesk: Server;
const platform = new Mt5StandIn();
const matchTrader = new MatchTraderStandIn();
beforeAll(async () => {
  propdesk = createServer((request, response) => {
    // A poll for actions waits.
    if (!request.url!.startsWith("/api/bridge/actions")) response.end("[]");
  });
  await new Promise<void>((resolve) => propdesk.listen(0, "127.0.0.1", resolve));
  await platform.start();
  await matchTrader.start();
});
afterAll(async () => {
  propdesk.closeAllConnections();
  propdesk.close();
  await platform.stop();
  await matchTrader.stop();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const settings = () => ({
  PROPDESK_URL: `http://127.0.0.1:${portOf(propdesk)}`,
  PROPDESK_TOKEN: "pdk_secret",
  BRIDGE_SERVER: "Live02",
  MT5_URL: platform.settings.url.href,
  MT5_LOGIN: platform.settings.login,
  MT5_PASSWORD: platform.settings.password,
  MT5_TIME_ZONE: "Etc/GMT-2",
  MATCH_TRADER_URL: matchTrader.settings.url.href,
  MATCH_TRADER_TOKEN: matchTrader.settings.token,
});

it("ends with one line that names the setting which is missing", async () => {
  const { MT5_TIME_ZONE: _, ...others } = settings();
  const { code, stdout, stderr } = await startCommand(script, ["mt5"], others).ended;
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: "",
    stderr: "MT5_TIME_ZONE is missing, for example: MT5_TIME_ZONE=new-york+7\n",
  });
  const other = await startCommand(script, ["mt6"], settings()).ended;
  expect([other.code, other.stderr]).toEqual([
    1,
    "Usage: npm run bridge -- mt5|match-trader [--config <file.json>]\n",
  ]);
  const { MATCH_TRADER_URL: __, ...unnamed } = settings();
  expect(await startCommand(script, ["match-trader"], unnamed).ended).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "MATCH_TRADER_URL is missing, for example: MATCH_TRADER_URL=https://broker-api-v2-example.match-trader.com\n",
  });
});

it.each(["mt5", "match-trader"])(
  "%s shows its health, logs one line of JSON an event without secrets, and ends at SIGTERM",
  async (name) => {
    platform.offset = 2 * 3_600_000;
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
    const port = portOf(free);
    await new Promise((resolve) => free.close(resolve));
    const child = spawn(projectNode, [script, name], {
      cwd: root,
      env: { PATH: process.env.PATH, BRIDGE_PORT: String(port), ...settings() },
    });
    let printed = "";
    child.stdout.on("data", (text: Buffer) => (printed += text.toString()));
    child.stderr.on("data", (text: Buffer) => (printed += text.toString()));
    const health = async () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        (response) => response.status,
        () => 0,
      );
    await waitUntil("it is healthy", async () => (await health()) === 200);
    child.kill("SIGTERM");
    const [code] = (await once(child, "exit")) as [number];
    expect(code).toBe(0);
    const events = printed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string });
    expect(events.map(({ event }) => event)).toEqual(["started", "stopped"]);
    expect(printed).not.toMatch(/pdk_secret|Password1|match-trader-secret/);
  },
);
