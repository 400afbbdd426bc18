// A bridge: it feeds Propdesk with what happens on a trading platform, and executes what Propdesk asks for. Copy this file,
// and implement `Platform` for your platform; README.md says how.
import { setTimeout as sleep } from "node:timers/promises";

/** What Propdesk asks for. Amounts are decimal text, in the currency of the account. */
export interface Action {
  id: number;
  userId: number;
  stageId: number | null;
  /** `null` for `create_account`. */
  login: string | null;
  kind:
    | "disable_trading"
    | "enable_trading"
    | "close_positions"
    | "withdraw"
    | "deposit"
    | "create_account"
    | "reset_password"
    | "change_account";
  /** Of `withdraw` and `deposit`. */
  amount: string | null;
  /** Of `create_account`, all of it; of `change_account`, the group or the leverage that it is to have. */
  account: AskedAccount | null;
  reason: string;
  cause: { kind: "review" | "payment" | "stage" | "person"; id: number | null };
  requestedAt: string;
  attempts: number;
}

export interface AskedAccount {
  server?: string;
  group?: string;
  /** 100 is 1:100. */
  leverage?: number;
  /** What to book after `requestedAt`, so that it is the funding of the stage. */
  balance: string | null;
  currency: string;
  /** Of the trader. */
  name: string | null;
  email: string;
}

/** What was done, with the account that was created, or its new password. */
export interface Executed {
  /** For the administrators. */
  message: string;
  account?: { login?: string; server?: string; masterPassword: string };
}

/** Times are ISO 8601 in UTC. The signs of amounts are those of the changes to the balance. */
export interface FeedDeal {
  ticket: string;
  position: string;
  time: string;
  entry: "in" | "out" | "inout";
  symbol: string;
  side: "buy" | "sell";
  volume: string;
  price: string;
  profit: string;
  commission: string;
  swap: string;
  fee: string;
}

export interface FeedOperation {
  ticket: string;
  time: string;
  kind: "deposit" | "withdrawal" | "correction" | "fee" | "credit";
  amount: string;
}

export interface FeedAccount {
  login: string;
  deals: FeedDeal[];
  operations: FeedOperation[];
  snapshots: { time: string; balance: string; equity: string }[];
}

/** Rejected items are fed again after this time, with everything else of the last day. */
const RETRY = 5 * 60_000;

/** The trading platform: the part that you write. */
export interface Platform {
  /**
   * Returns what has happened since `cursor`, at most 10,000 items, and the cursor for the next call, such as the number
   * of the last deal. Without a cursor, for example after a start, it begins a day ago: Propdesk ignores what it knows.
   */
  recordsSince(cursor?: string): Promise<{ accounts: FeedAccount[]; cursor: string }>;
  /**
   * Executes an action, and returns a message for the administrators. May be called again for the same id if the bridge ended before it answered: find the id in the
   * comments of the platform's operations and accounts before you book money or create an account.
   * @throws Error if the action fails or is of a kind that the platform does not know; administrators read its message
   */
  execute(action: Action): Promise<string | Executed>;
}

/** The address of Propdesk, and an API token with the scopes `feed:write` and `actions:execute`. */
export interface BridgeOptions {
  url: string;
  token: string;
  signal: AbortSignal;
  log: (line: string) => void;
}

/** Runs until the signal is aborted. @throws Error if Propdesk refuses a call, for example because of the token */
export async function runBridge(platform: Platform, options: BridgeOptions): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const both = [feed(platform, { ...options, signal }), obey(platform, { ...options, signal })];
  for (const loop of both) loop.catch((error: unknown) => failure.abort(error));
  await Promise.allSettled(both);
  if (!options.signal.aborted) throw failure.signal.reason;
}

/** Feeds once a second. */
async function feed(platform: Platform, options: BridgeOptions): Promise<void> {
  let cursor: string | undefined;
  for (let retryAt = Infinity; ;) {
    // An item stays rejected until a person removes the cause, such as a stage that has ended.
    if (Date.now() >= retryAt) [cursor, retryAt] = [undefined, Infinity];
    const next = await platform.recordsSince(cursor);
    if (next.accounts.length > 0) {
      const response = await call(options, "/api/feed", { accounts: next.accounts });
      const { rejected } = JSON.parse(response) as { rejected: Record<string, string>[] };
      for (const { login, item, message } of rejected)
        options.log(`Rejected ${item} of ${login}: ${message}`);
      if (rejected.length > 0) retryAt = Math.min(retryAt, Date.now() + RETRY);
    }
    // The cursor only moves on once Propdesk has answered, so nothing is lost if it is away.
    cursor = next.cursor;
    await sleep(1000, undefined, { signal: options.signal });
  }
}

/** Executes actions as they arrive; a call waits up to 30 seconds for them, and is the heartbeat of the bridge. */
async function obey(platform: Platform, options: BridgeOptions): Promise<void> {
  // An action whose answer was lost arrives again after 60 seconds, and must not be executed twice.
  const done = new Map<number, Executed>();
  const answer = async (action: Action) => {
    const outcome = await executeOnce(platform, action, done);
    options.log(`Action ${action.id}, ${action.kind} ${action.login ?? ""}: ${outcome.message}`);
    await call(options, `/api/bridge/actions/${action.id}`, outcome);
  };
  for (;;) {
    const response = await call(options, "/api/bridge/actions?wait=30");
    // At most one action of each account, so these can be executed in any order.
    await Promise.all((JSON.parse(response) as Action[]).map(answer));
  }
}

async function executeOnce(platform: Platform, action: Action, done: Map<number, Executed>) {
  try {
    const answer = done.get(action.id) ?? (await platform.execute(action));
    const executed = typeof answer === "string" ? { message: answer } : answer;
    done.set(action.id, executed);
    return { status: "done", ...executed };
  } catch (error) {
    return { status: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

/** Repeats a call until Propdesk has answered, which is safe for all calls of a bridge. @returns the body */
async function call(options: BridgeOptions, path: string, body?: object): Promise<string> {
  const { url, token, signal, log } = options;
  for (let attempt = 0; ; attempt += 1) {
    const response = await send(new URL(path, url), {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
    });
    signal.throwIfAborted();
    const { status = 0, text = "" } = response ?? {};
    // 409: the action was cancelled, or has been answered otherwise. Nothing is left to do.
    if (status === 200 || status === 409) return text;
    const isTemporary = !response || status === 429 || status >= 500;
    if (!isTemporary) throw new Error(`${path}: ${status} ${text}`);
    const seconds = Number(response?.retryAfter) || Math.min(2 ** attempt, 10);
    log(`${path}: ${response ? `status ${status}` : "no answer"}, again in ${seconds} s`);
    await sleep(seconds * 1000, undefined, { signal });
  }
}

/** Returns `null` if the connection is lost, even in the middle of the response. */
async function send(url: URL, request: RequestInit) {
  try {
    const response = await fetch(url, request);
    const { status, headers } = response;
    return { status, retryAfter: headers.get("retry-after"), text: await response.text() };
  } catch {
    return null;
  }
}
