import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Action, type Platform, runBridge } from "../../../examples/bridge/bridge.ts";
import type { PlatformAccount } from "../../../src/demo/simulator/simulated-account.ts";
import { SimulatedPlatform } from "../../../src/demo/simulator/simulated-platform.ts";
import { Market } from "../../../src/demo/trading/market.ts";
import { LEASE } from "../../../src/business/record/actions/action.rule.ts";
import { actionsOf, requestAction } from "../../support/actions.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";
import {
  actionOf,
  entryDeal,
  losingPosition,
  platformAccount,
  START,
} from "../../support/platform-accounts.ts";
import { waitUntil } from "../../support/until.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  reviewsOf,
  statusOf,
} from "../../support/verdicts.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp({ listen: true });
  owner = await test.administrator();
});
afterAll(() => test.close());

const market = new Market();

/** Starts a platform with one account of the server, on which it is a Monday in March. */
async function startPlatform(changes: Partial<PlatformAccount> = {}) {
  const judged = await judgedTrader(test);
  const started = Date.now();
  const clock = { now: () => new Date(START + Date.now() - started) };
  const platform = new SimulatedPlatform(market, clock, () => {});
  const { login, stageId } = judged;
  platform.adopt([platformAccount({ login, stageId, ...changes })]);
  return { judged, platform };
}

/** Runs the example until the test ends. */
async function connect(platform: Platform) {
  const { token } = await test.token(["feed:write", "actions:execute"]);
  const stop = new AbortController();
  const running = runBridge(platform, { url: test.url, token, signal: stop.signal, log: () => {} });
  onTestFinished(() => {
    stop.abort();
    return running;
  });
}

async function until(what: string, { trader }: JudgedTrader, status: string) {
  await waitUntil(what, async () => {
    const actions = await actionsOf(owner, trader.id);
    return actions.length > 0 && actions.every((action) => action.status === status);
  });
  return actionsOf(owner, trader.id);
}

/** Runs the example against a server that delivers these actions one by one. @returns its answers */
async function answersTo(actions: Action[], platform: Platform): Promise<[string, unknown][]> {
  const answers: [string, unknown][] = [];
  const stop = new AbortController();
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      if (answers.length < actions.length) response.end(JSON.stringify([actions[answers.length]]));
      else stop.abort();
      return;
    }
    void receive(request, response);
  });
  async function receive(request: IncomingMessage, response: ServerResponse) {
    answers.push([request.url!, await json(request)]);
    response.end("{}");
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await runBridge(platform, { url, token: "pdk_x", signal: stop.signal, log: () => {} });
  return answers;
}

describe("the example bridge", () => {
  it("feeds a breach and disables the account while its poll for actions waits", async () => {
    await owner.patch("/api/admin/settings/enforcement", { breachOpened: "automatic" });
    // The position has lost more than the limit when the bridge is started, two minutes after its deal.
    const position = losingPosition(market, 8000);
    const { judged, platform } = await startPlatform({ positions: [position] });
    await feed(judged, { deals: [entryDeal(position)] });
    await connect(platform);
    const [action] = await until("trading is disabled", judged, "done");
    const [review] = await reviewsOf(judged);
    expect(action).toMatchObject({
      kind: "disable_trading",
      login: judged.login,
      requestedBy: "Rules",
      cause: { kind: "review", id: review!.id },
      attempts: 1,
      message: "Trading is disabled",
    });
    expect(await statusOf(judged)).toBe("under-review");
    const duration = Date.parse(action!.finishedAt!) - Date.parse(action!.requestedAt);
    // A poll that does not notice the action returns after 30 seconds.
    expect(duration).toBeLessThan(15_000);
  });

  it("executes an action once, even if it arrives again because its answer was lost", async () => {
    const action = actionOf("withdraw", { id: 7, amount: "100.00" });
    const executed: number[] = [];
    const answers = await answersTo([action, action], {
      recordsSince: () => Promise.resolve({ accounts: [], cursor: "0" }),
      execute({ id }) {
        executed.push(id);
        return Promise.resolve("Booked");
      },
    });
    expect(executed).toEqual([7]);
    expect(answers).toEqual([
      ["/api/bridge/actions/7", { status: "done", message: "Booked" }],
      ["/api/bridge/actions/7", { status: "done", message: "Booked" }],
    ]);
  });

  it("polls again if the connection is lost in the middle of a response", async () => {
    const stop = new AbortController();
    let polls = 0;
    const server = createServer((_, response) => {
      polls += 1;
      if (polls === 2) stop.abort();
      response.write("[", () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const platform: Platform = {
      recordsSince: () => Promise.resolve({ accounts: [], cursor: "0" }),
      execute: () => Promise.reject(new Error("No action is expected")),
    };
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await runBridge(platform, { url, token: "pdk_x", signal: stop.signal, log });
    expect(lines).toEqual(["/api/bridge/actions?wait=30: no answer, again in 1 s"]);
  });

  it("answers that an action failed, with the platform's message, and goes on", async () => {
    const { judged, platform } = await startPlatform();
    await connect(platform);
    const money = { kind: "withdraw", amount: "900000.00" };
    const { id } = await requestAction(owner, judged.trader.id, money);
    const another = await test.administrator("risk");
    expect((await another.post(`/api/admin/actions/${id}/approve`, {})).statusCode).toBe(200);
    const [action] = await until("the action failed", judged, "failed");
    expect(action!.message).toMatch(/^The balance of .* is too low$/);
    await requestAction(owner, judged.trader.id);
    await waitUntil("the next one is done", async () =>
      (await actionsOf(owner, judged.trader.id)).some(({ status }) => status === "done"),
    );
  });

  it("executes after a restart what it had received and not answered", async () => {
    const { judged, platform } = await startPlatform();
    const { token } = await test.token(["actions:execute", "feed:write"]);
    const killed = new AbortController();
    const hanging: Platform = {
      recordsSince: (cursor) => platform.recordsSince(cursor),
      execute: () => new Promise(() => {}),
    };
    const options = { url: test.url, token, signal: killed.signal, log: () => {} };
    void runBridge(hanging, options);
    await requestAction(owner, judged.trader.id, { kind: "disable_trading" });
    await until("the action is delivered", judged, "delivered");
    killed.abort();
    test.clock.advance(LEASE);
    await connect(platform);
    const [action] = await until("the action is done", judged, "done");
    expect(action!.attempts).toBe(2);
  });

  it("feeds everything of the last day again five minutes after an item was rejected", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const account = { login: "5002001", deals: [], operations: [], snapshots: [] };
    const cursors: (string | undefined)[] = [];
    const lines: string[] = [];
    const stop = new AbortController();
    const server = createServer((request, response) => {
      // A poll stays open.
      if (request.method === "GET") return;
      const rejected = { login: "5002001", item: "deal 7", message: "No stage contains this time" };
      response.end(JSON.stringify({ rejected: cursors.length === 1 ? [rejected] : [] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      vi.useRealTimers();
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const platform: Platform = {
      recordsSince(cursor) {
        cursors.push(cursor);
        if (cursors.length === 2) vi.setSystemTime(Date.now() + 5 * 60_000);
        if (cursors.length === 4) stop.abort();
        return Promise.resolve({ accounts: [account], cursor: String(cursors.length) });
      },
      execute: () => Promise.reject(new Error("No action is expected")),
    };
    const log = (line: string) => void lines.push(line);
    await runBridge(platform, { url, token: "pdk_x", signal: stop.signal, log });
    // Once: the items were accepted this time.
    expect(cursors).toEqual([undefined, "1", undefined, "3"]);
    expect(lines).toContain("Rejected deal 7 of 5002001: No stage contains this time");
  });

  it("ends with a sentence if the token is revoked", async () => {
    const { platform } = await startPlatform();
    const { id, token } = await test.token(["feed:write", "actions:execute"]);
    const { signal } = new AbortController();
    const running = runBridge(platform, { url: test.url, token, signal, log: () => {} });
    await owner.send({ method: "DELETE", url: `/api/admin/tokens/${id}` });
    await expect(running).rejects.toThrow(/401 .*invalid, expired or revoked/);
  });
});
