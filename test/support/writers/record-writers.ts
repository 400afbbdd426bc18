import { setTimeout as sleep } from "node:timers/promises";
import type { FeedResult } from "../../../src/business/record/feed/feed.schema.ts";
import type { Rules } from "../../../src/business/rulebook/rules/rules.schema.ts";
import { parseStatement } from "../../../src/business/record/statements/reading/parse-statement.ts";
import type { StatementFormat } from "../../../src/business/record/statements/statement.rule.ts";
import type { FeedAccount } from "../../../examples/bridge/bridge.ts";
import { feedItemsOf, scheduleReplay } from "../../../src/demo/replay/feed-items.ts";
import type { DemoTrade } from "../../../src/demo/statements/demo-statement.ts";
import { writeStatement } from "../../../src/demo/statements/write-statement.ts";
import { HOUR, MINUTE } from "../../../src/platform/time/durations.rule.ts";
import { Fact, type KnownAccount } from "./acknowledged-writes.ts";
import { dailyLoss, noRules } from "../../unit/business/rulebook/rules/rules.fixtures.ts";
import { registration } from "../app.ts";
import { demoStatement } from "../demo-statements.ts";
import { isUnanswered, type Writing } from "./writing.ts";

const START = Date.UTC(2026, 0, 5, 7);
const PACE = 3 * HOUR;
const TRADES = 24;

/** Rules that the record below breaches, so that verdicts change and reviews open while it arrives. */
const rules: Rules = {
  ...noRules,
  limits: [dailyLoss({ limit: { amount: "30.00" }, consequence: "fail" })],
  objectives: [{ kind: "profit_target", target: { amount: "500.00" } }],
};

const deposit = { ticket: 1000, time: START - HOUR, amount: 10_000_000n, comment: "Deposit" };

/** Overlapping positions over several days. */
const trades: DemoTrade[] = Array.from({ length: TRADES }, (_, index) => {
  const openTime = START + index * PACE + (index % 3) * 20 * MINUTE;
  return {
    order: 1001 + 10 * index,
    symbol: index % 2 === 0 ? "EURUSD" : "XAUUSD",
    side: index % 3 === 0 ? "buy" : "sell",
    volume: "0.50",
    openTime,
    openPrice: "1.08345",
    closed: {
      order: 1002 + 10 * index,
      time: openTime + (2 + (index % 4)) * HOUR,
      price: "1.08445",
      commission: -350n,
      swap: index % 5 === 0 ? -311n : 0n,
      profit: BigInt(index % 2 === 0 ? 5000 : -4000 - index),
    },
  };
});

/** Prints a statement of the first `size` trades. */
function printStatement(login: string, size: number, format: StatementFormat): Buffer {
  const shown = { login, timeZone: "UTC", trades: trades.slice(0, size), cancelledOrders: [] };
  return writeStatement(demoStatement({ ...shown, operations: [deposit] }), format);
}

/**
 * Creates the calls of a bridge that sends the whole record of an account. Some are out of order, and some are repeated
 * concurrently with later ones.
 */
function callsOf(login: string): FeedAccount[][] {
  const statement = parseStatement(printStatement(login, TRADES, "mt5-html"), "UTC");
  const steps = scheduleReplay(login, feedItemsOf(statement, 0), PACE / 1000);
  const calls = steps.map(({ account }) => account);
  const swapped = calls.map((call, index) => calls[index % 4 < 2 ? index : index ^ 1] ?? call);
  return swapped.map((call, index) => (index % 5 === 4 ? [call, swapped[index - 3]!] : [call]));
}

/** Lists the rows that an acknowledged call must have stored, each as a line with its main values. */
function keysOf({ deals, operations, snapshots }: FeedAccount): string[] {
  return [
    ...deals.map(({ ticket, time, profit }) => `deal ${ticket} ${time} ${profit}`),
    ...operations.map(({ ticket, time, amount }) => `operation ${ticket} ${time} ${amount}`),
    ...snapshots.map(({ time, balance, equity }) => `snapshot ${time} ${balance} ${equity}`),
  ];
}

/**
 * Creates a bridge that feeds one account after another, an importer that also withdraws their statements, and a risk
 * desk that dismisses the reviews.
 */
export function recordWriters(writing: Writing) {
  const { administrator, writes } = writing;
  const visitor = writing.target.visitor();
  let counter = 0;
  let token: string | undefined;
  let rulesVersionId: number | undefined;

  async function createToken(): Promise<string | undefined> {
    const fields = { label: "Bridge", scopes: ["feed:write"] };
    const response = await writing.send(administrator.post("/api/admin/tokens", fields));
    return response?.status === 201 ? response.json<{ token: string }>().token : undefined;
  }

  async function createRules(): Promise<number | undefined> {
    const response = await writing.send(
      administrator.post("/api/admin/rules", { name: "Rules", rules }),
    );
    if (response?.status !== 201) return undefined;
    return response.json<{ versions: { id: number }[] }>().versions[0]!.id;
  }

  async function openAccount() {
    rulesVersionId ??= await createRules();
    if (rulesVersionId === undefined) return;
    const { email } = registration();
    const invited = await writing.send(administrator.post("/api/admin/users", { email }));
    if (invited?.status !== 201) return;
    const { id: traderId } = invited.json<{ id: number }>();
    const login = String(6_000_000 + traderId);
    const page = `/api/admin/user/${traderId}`;
    const named = await writing.send(administrator.patch(`${page}/account`, { login }));
    if (named?.status !== 200) return;
    const stage = {
      phase: "Phase 1",
      initialBalance: "100000.00",
      startedAt: new Date(deposit.time).toISOString(),
      rulesVersionId,
    };
    const started = await writing.send(administrator.post(`${page}/stages`, stage));
    if (started?.status === 201) writes.addAccount(traderId, login, callsOf(login));
  }

  /** Sends the next calls of the current account, and repeats them until all are acknowledged. */
  async function feed() {
    token ??= await createToken();
    const account = writes.accounts.at(-1);
    const calls = account?.calls[0];
    if (!token) return;
    if (!calls) return account ? finishAccount(account) : openAccount();
    const isDone = await Promise.all(calls.map((call) => feedOnce(account, call)));
    if (!isDone.includes(false)) account.calls.shift();
  }

  async function feedOnce(account: KnownAccount, call: FeedAccount): Promise<boolean> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await writing.send(
      visitor.send("POST", "/api/feed", { accounts: [call] }, headers),
    );
    if (!response || isUnanswered(response)) return false;
    const rejected =
      response.status === 200 ? response.json<FeedResult>().rejected : [response.text];
    if (rejected.length > 0) writes.unexpectedAnswers.push(`the feed: ${JSON.stringify(rejected)}`);
    else for (const key of keysOf(call)) account.fed.add(key);
    return true;
  }

  /** Deletes the trader of every other account, then opens the next account. */
  async function finishAccount({ traderId, deleted, statements }: KnownAccount) {
    if (writes.accounts.length % 2 === 0 && deleted.isCertain && !deleted.known) {
      await writing.change(deleted, true, () =>
        administrator.delete(`/api/admin/user/${traderId}`),
      );
      if (!deleted.isCertain) writes.orphanFiles += statements.size;
    }
    await openAccount();
  }

  async function importTwo() {
    const account = writes.accounts.at(-1);
    if (!account) return sleep(10);
    counter += 1;
    const size = 1 + ((counter * 7) % TRADES);
    const other = counter % 3 === 0 ? size : 1 + ((counter * 5) % TRADES);
    await Promise.all([size, other].map((each) => importStatement(account, each)));
  }

  async function importStatement(account: KnownAccount, size: number) {
    const file = printStatement(account.login, size, size % 2 === 0 ? "mt5-html" : "mt5-xlsx");
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(file)]), "ReportHistory");
    const page = `/api/admin/user/${account.traderId}/statements`;
    const response = await writing.send(administrator.post(page, form));
    if (isUnanswered(response)) writes.orphanFiles += 1;
    if (!response || response.status >= 300) return;
    const { id, sha256 } = response.json<{ id: number; sha256: string }>();
    // An identical file is the same statement until it is withdrawn.
    if (!account.statements.has(id)) {
      account.statements.set(id, { sha256, withdrawn: new Fact(false) });
    }
  }

  async function withdraw() {
    const statements = writes.accounts.at(-1)?.statements ?? [];
    const standing = [...statements].filter(
      ([, { withdrawn }]) => withdrawn.isCertain && !withdrawn.known,
    );
    if (standing.length < 3) return;
    const [id, { withdrawn }] = standing[(counter += 1) % standing.length]!;
    const fields = { reason: "Exported too early" };
    await writing.change(withdrawn, true, () =>
      administrator.send("DELETE", `/api/admin/statements/${id}`, fields),
    );
  }

  /** Dismisses the oldest open review that has no unanswered dismissal. */
  async function dismissReview() {
    const response = await writing.send(administrator.get("/api/admin/reviews?status=open"));
    if (response?.status !== 200) return;
    const open = response.json<{ id: number; userId: number }[]>();
    const found = open.find(({ id }) => writes.reviews.get(id)?.dismissed.isCertain !== false);
    if (!found) return sleep(50);
    const { id, userId: traderId } = found;
    const review = writes.reviews.get(id) ?? { traderId, dismissed: new Fact(false) };
    writes.reviews.set(id, review);
    const decision = { decision: "dismiss", reason: "The platform confirmed the figures" };
    await writing.change(review.dismissed, true, () =>
      administrator.post(`/api/admin/reviews/${id}`, decision),
    );
  }

  return { feed, importTwo, withdraw, dismissReview };
}
