import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseStatement } from "../../../../src/business/record/statements/reading/parse-statement.ts";
import type { FeedAccount } from "../../../../examples/bridge/bridge.ts";
import { feedItemsOf, scheduleReplay, startOf } from "../../../../src/demo/replay/feed-items.ts";
import { replayStatement } from "../../../../src/demo/replay/replay-statement.ts";
import { writeStatement } from "../../../../src/demo/statements/write-statement.ts";
import { CommandError } from "../../../../src/platform/errors.ts";
import { demoStatement } from "../../../support/demo-statements.ts";

const statement = parseStatement(writeStatement(demoStatement(), "mt4-html"), "Europe/Athens");
const HOUR = 3_600_000;

/** Starts a feed that returns these responses in turn, and repeats the last one. */
type Answer = [status: number, body: unknown, headers?: Record<string, string>];

async function startFeed(...answers: Answer[]) {
  const calls: { authorization: string | undefined; accounts: FeedAccount[] }[] = [];
  const server = createServer((request, response) => void respond(request, response));
  async function respond(request: IncomingMessage, response: ServerResponse) {
    const body = await request.toArray();
    const { accounts } = JSON.parse(Buffer.concat(body).toString()) as { accounts: FeedAccount[] };
    calls.push({ authorization: request.headers.authorization, accounts });
    const [status, answer, headers] = answers[Math.min(calls.length, answers.length) - 1]!;
    response.writeHead(status, headers).end(JSON.stringify(answer));
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

const none = { deals: 0, operations: 0, snapshots: 0 };
const accepted: Answer = [200, { accepted: { ...none, deals: 2 }, duplicates: none, rejected: [] }];

function replay(url: string, report: (line: string) => void = () => {}) {
  const options = { login: "5002001", speed: 1e9, shift: 0, url, token: "pdk_x", report };
  return replayStatement(statement, options);
}

describe("the items of a replay", () => {
  it("are all deals and operations of the statement, moved by the shift", () => {
    const items = feedItemsOf(statement, HOUR);
    const deals = items.filter(({ kind }) => kind === "deals");
    expect(deals).toHaveLength(statement.deals.length);
    expect(deals[0]!.item).toEqual({
      ticket: "1001/in",
      position: "1001",
      time: "2026-01-05T08:12:30.000Z",
      entry: "in",
      symbol: "EURUSD",
      side: "buy",
      volume: "0.50",
      price: "1.08345",
      profit: "0.00",
      commission: "0.00",
      swap: "0.00",
      fee: "0.00",
    });
    const time = new Date(startOf(statement) + HOUR).toISOString();
    expect(items.filter(({ kind }) => kind === "operations").map(({ item }) => item)).toEqual([
      { ticket: "1000", time, kind: "deposit", amount: "100000.00" },
    ]);
  });

  it("contain snapshots that move to the result of each trade and end at the balance", () => {
    const snapshots = feedItemsOf(statement, 0).flatMap((entry) =>
      entry.kind === "snapshots" ? [entry.item] : [],
    );
    expect(snapshots[0]).toEqual({
      time: "2026-01-05T07:15:00.000Z",
      balance: "100000.00",
      equity: "100002.58",
    });
    expect(snapshots.at(-1)).toMatchObject({ balance: "99765.89", equity: "99765.89" });
    expect(new Set(snapshots.map(({ time }) => time)).size).toBe(snapshots.length);
  });

  it("keep their time intervals, divided by the speed", () => {
    const steps = scheduleReplay("5002001", feedItemsOf(statement, 0), 60);
    // The deposit, and the first trade an hour later, which is a minute of the replay.
    expect(steps[0]).toMatchObject({ after: 0, account: { deals: [], snapshots: [] } });
    expect(steps[0]!.account.operations).toHaveLength(1);
    expect(steps[1]).toMatchObject({ after: 60_000 });
    expect(steps.map(({ after }) => after)).toEqual(
      steps.map(({ after }) => after).toSorted((a, b) => a - b),
    );
  });

  it("are sent in calls of at most 2,000", () => {
    const [item] = feedItemsOf(statement, 0);
    const steps = scheduleReplay(
      "5002001",
      Array.from({ length: 4500 }, () => item!),
      60,
    );
    expect(steps.map(({ account }) => account.operations.length)).toEqual([2000, 2000, 500]);
  });
});

describe("a replay", () => {
  it("sends the record with the token and counts what was accepted", async () => {
    const { url, calls } = await startFeed(accepted);
    const result = await replay(url);
    expect(result).toEqual({ accepted: { ...none, deals: 2 }, duplicates: none, rejected: 0 });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      authorization: "Bearer pdk_x",
      accounts: [{ login: "5002001" }],
    });
    expect(calls[0]!.accounts[0]!.deals).toHaveLength(statement.deals.length);
  });

  it("retries a call if the server is busy", async () => {
    const busy: Answer = [503, { message: "Busy" }, { "retry-after": "0" }];
    const { url, calls } = await startFeed(
      busy,
      [429, { message: "Slow" }, { "retry-after": "0" }],
      accepted,
    );
    await replay(url);
    expect(calls).toHaveLength(3);
    expect(calls[2]).toEqual(calls[0]);
  });

  it("reports rejected items and continues", async () => {
    const message = "The deal 1001/in is known with another price";
    const rejected = [{ login: "5002001", item: "deals", index: 0, message }];
    const { url } = await startFeed([200, { accepted: none, duplicates: none, rejected }]);
    const lines: string[] = [];
    expect(await replay(url, (line) => lines.push(line))).toMatchObject({ rejected: 1 });
    expect(lines.at(-1)).toBe(`  rejected deals[0]: ${message}`);
  });

  it.each<[Answer, string]>([
    [
      [401, { message: "The token is not valid" }],
      "answered 401: The token is not valid\nThe token is wrong",
    ],
    [
      [403, { message: "Missing scope" }],
      "answered 403: Missing scope\nThe token needs the scope feed:write.",
    ],
    [[404, { message: "Not found" }], "answered 404: Not found\nIs this a Propdesk server"],
    [[413, { message: "Too large" }], "answered 413: Too large"],
    [[200, "hello"], "does not answer like the feed of a Propdesk server."],
    [
      [
        200,
        {
          accepted: none,
          duplicates: none,
          rejected: [
            { login: "5002001", item: "account", index: null, message: "No trader has it" },
          ],
        },
      ],
      "The server rejects account 5002001: No trader has it",
    ],
  ])("ends with a sentence if the server answers %j", async (answer, message) => {
    const { url } = await startFeed(answer);
    const failure = replay(url);
    await expect(failure).rejects.toThrow(CommandError);
    await expect(failure).rejects.toThrow(message);
  });

  it("ends with a message if the server is unreachable", async () => {
    await expect(replay("http://127.0.0.1:1")).rejects.toThrow(
      /^Cannot reach http:\/\/127\.0\.0\.1:1 \(/,
    );
  });
});
