import { setTimeout as sleep } from "node:timers/promises";
import type { FollowedStage } from "../../business/record/bridges/bridge.schema.ts";
import type { FeedResult } from "../../business/record/feed/feed.schema.ts";
import { MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import { backoff } from "../backoff.rule.ts";
import type { Failures } from "../failures.ts";
import type { Action, FeedDeal, FeedOperation, FeedSnapshot } from "../platform.ts";
import type { ConnectorSettings } from "../settings/read-settings.ts";

/** A stage to follow, as JSON. */
export interface StageRow extends Pick<
  FollowedStage,
  "login" | "currency" | "stageId" | "maxGapSeconds" | "balance"
> {
  startedAt: string;
  endedAt: string | null;
  recordedAt: string | null;
}

export interface FeedAccount {
  login: string;
  server: string;
  /** The call holds all deals and operations of the period. */
  complete?: { from: string; to: string };
  deals: FeedDeal[];
  operations: FeedOperation[];
  snapshots: FeedSnapshot[];
}

/** Propdesk refuses this process: it must end. */
export class StoppedByPropdeskError extends Error {
  override name = "StoppedByPropdeskError";
}

interface Answer {
  status: number;
  body: string;
  retryAfter: number;
}

interface CallOptions {
  body?: object;
  signal: AbortSignal;
  /** Statuses that are answers to this call, besides 200. */
  accepted?: number[];
}

/** Calls Propdesk as one process of a connector. */
export class Propdesk {
  readonly #settings: ConnectorSettings;
  readonly #instance: string;
  readonly #failures: Failures;

  constructor(settings: ConnectorSettings, instance: string, failures: Failures) {
    this.#settings = settings;
    this.#instance = instance;
    this.#failures = failures;
  }

  async listStages(signal: AbortSignal): Promise<StageRow[]> {
    const path = `/api/bridge/accounts?server=${encodeURIComponent(this.#settings.server)}`;
    return JSON.parse((await this.#call(path, { signal })).body) as StageRow[];
  }

  /** @returns `null` if Propdesk takes only less at once */
  async feed(accounts: FeedAccount[], signal: AbortSignal): Promise<FeedResult | null> {
    const answer = await this.#call("/api/feed", {
      body: { accounts },
      signal,
      accepted: [413],
    });
    return answer.status === 413 ? null : (JSON.parse(answer.body) as FeedResult);
  }

  /** Waits for actions. */
  async receiveActions(signal: AbortSignal): Promise<Action[]> {
    const server = encodeURIComponent(this.#settings.server);
    const { body } = await this.#call(`/api/bridge/actions?wait=20&server=${server}`, { signal });
    return JSON.parse(body) as Action[];
  }

  /** @returns whether Propdesk has taken it; it has cancelled or finished the action otherwise */
  async answer(id: number, outcome: object, signal: AbortSignal): Promise<boolean> {
    const path = `/api/bridge/actions/${id}`;
    const { status } = await this.#call(path, { body: outcome, signal, accepted: [404, 409] });
    return status === 200;
  }

  /** Reports once; the next report comes soon. */
  async report(report: object, signal: AbortSignal): Promise<void> {
    const answer = await this.#send("/api/bridge/status", report, signal);
    if (answer) this.#requireWelcome("/api/bridge/status", answer);
  }

  /** Repeats a call until Propdesk has answered, which is safe for all of them. */
  async #call(path: string, { body, signal, accepted = [] }: CallOptions): Promise<Answer> {
    const [name] = path.split("?");
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#send(path, body, signal);
      signal.throwIfAborted();
      if (answer) {
        this.#requireWelcome(name!, answer);
        if (answer.status === 200 || accepted.includes(answer.status)) {
          this.#failures.clear("propdesk_away");
          return answer;
        }
        if (answer.status !== 429 && answer.status < 500) {
          throw new Error(`Propdesk answered ${name} with ${answer.status}: ${answer.body}`);
        }
      }
      const reason = answer ? `answers with status ${answer.status}` : "does not answer";
      this.#failures.set("propdesk_away", null, `Propdesk ${reason}`);
      const wait = answer?.retryAfter ? answer.retryAfter * SECOND : backoff(attempt);
      await sleep(wait, undefined, { signal });
    }
  }

  /** @throws StoppedByPropdeskError if Propdesk refuses this process */
  #requireWelcome(path: string, { status, body }: Answer): void {
    if (status === 401 || status === 403) {
      throw new StoppedByPropdeskError(
        `Propdesk refuses the token at ${path} (${status}): PROPDESK_TOKEN needs the scopes feed:write and actions:execute`,
      );
    }
    if (status === 409 && /"reason"\s*:\s*"superseded"/.test(body)) {
      throw new StoppedByPropdeskError("Another connector was started later for this server");
    }
  }

  /** @returns `null` if the connection is lost, even in the middle of the answer */
  async #send(path: string, body: object | undefined, signal: AbortSignal) {
    const { propdeskUrl, propdeskToken } = this.#settings;
    try {
      const response = await fetch(new URL(path, propdeskUrl), {
        ...(body && { method: "POST", body: JSON.stringify(body) }),
        headers: {
          authorization: `Bearer ${propdeskToken}`,
          "content-type": "application/json",
          "x-bridge-instance": this.#instance,
        },
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(MINUTE)]),
      });
      const retryAfter = Number(response.headers.get("retry-after")) || 0;
      return { status: response.status, body: await response.text(), retryAfter };
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }
}
