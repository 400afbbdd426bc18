import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { CommandError } from "../../platform/errors.ts";
import type { FeedAccount } from "../../../examples/bridge/bridge.ts";

/** Where to send, and the token with the scope `feed:write`. */
export interface FeedTarget {
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

export type FeedResponse = z.infer<typeof feedAnswer>;

const ATTEMPTS = 6;

/**
 * Sends one batch, and repeats it if the server is busy. That is safe because the feed ignores duplicates.
 * @throws CommandError with a sentence for the terminal if the server cannot be reached or refuses
 */
export async function sendBatch(target: FeedTarget, account: FeedAccount): Promise<FeedResponse> {
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
