import { setTimeout as sleep } from "node:timers/promises";
import type { ParsedStatement } from "../../business/record/statements/reading/statement.ts";
import { CommandError } from "../../platform/errors.ts";
import type { FeedAccount } from "../../../examples/bridge/bridge.ts";
import { feedItemsOf, scheduleReplay } from "./feed-items.ts";
import { z } from "zod";

export interface ReplayOptions extends FeedTarget {
  login: string;
  /** How many times faster than the record. */
  speed: number;
  /** Milliseconds added to all times. */
  shift: number;
  /** Receives a line about each call, and lines about rejected items. */
  report: (line: string) => void;
}

/** The number of rejections reported per call: all items may be rejected for the same reason. */
const SHOWN = 5;

type Counts = FeedResponse["accepted"];

/** The totals of all calls. */
export interface ReplayResult {
  accepted: Counts;
  duplicates: Counts;
  rejected: number;
}

/**
 * Sends a statement to a running server as a bridge would, with the time intervals of the record.
 * @throws CommandError if the server cannot be reached, refuses a call, or has no such account
 */
export async function replayStatement(
  statement: ParsedStatement,
  { login, speed, shift, report, ...target }: ReplayOptions,
): Promise<ReplayResult> {
  const steps = scheduleReplay(login, feedItemsOf(statement, shift), speed);
  const result: ReplayResult = { accepted: noItems(), duplicates: noItems(), rejected: 0 };
  const start = performance.now();
  for (const { after, account } of steps) {
    const wait = start + after - performance.now();
    if (wait > 0) await sleep(wait);
    const answer = await sendBatch(target, account);
    const unknown = answer.rejected.find(({ item }) => item === "account");
    if (unknown) throw new CommandError(`The server rejects account ${login}: ${unknown.message}`);
    add(result.accepted, answer.accepted);
    add(result.duplicates, answer.duplicates);
    result.rejected += answer.rejected.length;
    report(`${lastTimeOf(account)}  sent ${describeCounts(countItems(account))}`);
    const shown = answer.rejected.slice(0, SHOWN);
    for (const { item, index, message } of shown) {
      report(`  rejected ${item}[${index}]: ${message}`);
    }
    const more = answer.rejected.length - shown.length;
    if (more > 0) report(`  rejected ${more} more`);
  }
  return result;
}

/** Returns a text such as `2 deals, 1 operation, 14 snapshots`. */
export function describeCounts({ deals, operations, snapshots }: Counts): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  return [count(deals, "deal"), count(operations, "operation"), count(snapshots, "snapshot")].join(
    ", ",
  );
}

function lastTimeOf({ deals, operations, snapshots }: FeedAccount): string {
  const times = [...deals, ...operations, ...snapshots].map(({ time }) => time);
  return times.reduce((latest, time) => (time > latest ? time : latest));
}

function countItems({ deals, operations, snapshots }: FeedAccount): Counts {
  return { deals: deals.length, operations: operations.length, snapshots: snapshots.length };
}

function noItems(): Counts {
  return { deals: 0, operations: 0, snapshots: 0 };
}

function add(total: Counts, counts: Counts): void {
  total.deals += counts.deals;
  total.operations += counts.operations;
  total.snapshots += counts.snapshots;
}

/** Where to send, and the token with the scope `feed:write`. */
interface FeedTarget {
  url: string;
  token: string;
}

const counts = z.object({ deals: z.int(), operations: z.int(), snapshots: z.int() });

const feedAnswer = z.object({
  accepted: counts,
  duplicates: counts,
  rejected: z.array(
    z.object({
      login: z.string(),
      item: z.string(),
      index: z.int().nullable(),
      message: z.string(),
    }),
  ),
});

type FeedResponse = z.infer<typeof feedAnswer>;

const ATTEMPTS = 6;

/**
 * Sends one batch, and repeats it if the server is busy. That is safe because the feed ignores duplicates.
 * @throws CommandError with a sentence for the terminal if the server cannot be reached or refuses
 */
async function sendBatch(target: FeedTarget, account: FeedAccount): Promise<FeedResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await post(target, account);
    const isBusy = answer.status === 429 || answer.status === 503;
    if (!isBusy || attempt === ATTEMPTS) return readAnswer(target, answer);
    await answer.body?.cancel();
    const seconds = Number(answer.headers.get("retry-after") ?? 2 ** attempt / 2);
    await sleep(Math.min(Number.isNaN(seconds) ? 1 : seconds, 60) * 1000);
  }
}

async function post({ url, token }: FeedTarget, account: FeedAccount): Promise<Response> {
  try {
    return await fetch(new URL("/api/feed", url), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ accounts: [account] }),
    });
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    throw new CommandError(
      `Cannot reach ${url} (${cause?.code ?? (error as Error).message}). Start the server, or name another one with --url.`,
    );
  }
}

async function readAnswer({ url }: FeedTarget, answer: Response): Promise<FeedResponse> {
  const text = await answer.text();
  if (answer.ok) return parseAnswer(text, url);
  const message = messageOf(text);
  const advice: Record<number, string> = {
    401: "The token is wrong, expired or revoked. Create one with the scope feed:write.",
    403: "The token needs the scope feed:write.",
    404: "Is this a Propdesk server of a version with the feed?",
    429: "The server is still limiting requests. Send the same file again later; nothing is counted twice.",
    503: "The server is still busy. Send the same file again later; nothing is counted twice.",
  };
  throw new CommandError(
    [`${url} answered ${answer.status}: ${message}`, advice[answer.status]]
      .filter((line) => line)
      .join("\n"),
  );
}

function parseAnswer(text: string, url: string): FeedResponse {
  try {
    return feedAnswer.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${url} does not answer like the feed of a Propdesk server.`);
  }
}

function messageOf(text: string): string {
  try {
    return z.object({ message: z.string() }).parse(JSON.parse(text)).message;
  } catch {
    return text.slice(0, 200) || "no message";
  }
}
