import { type Kysely, sql } from "kysely";
import type { Client } from "pg";
import type { Logger } from "pino";
import { disconnect, PrimaryClient } from "../database/primary-client.ts";
import { SECOND } from "../time/durations.rule.ts";
import type { Tables } from "../database/tables.ts";

/** The kind and the id of what has changed. */
export type Topic = `${string}:${number}`;

/** Delivers changes to the open streams of all instances, using PostgreSQL's LISTEN and NOTIFY. */
export interface LiveUpdates {
  /**
   * Calls `listener` after each committed change of one of the topics, and with "missed" when a lost connection is
   * restored. Resolves when the connection is ready or the first attempt to open it has failed.
   * @returns a function that ends the subscription
   */
  subscribe(topics: Topic[], listener: (topic: Topic | "missed") => void): Promise<() => void>;
  stop(): Promise<void>;
}

const CHANNEL = "propdesk_live";
/** PostgreSQL limits the payload of a notification to 8,000 bytes. */
const TOPICS_PER_NOTIFICATION = 300;
const RECONNECT_AFTER = SECOND;

/** Notifies the open streams of changes when the transaction commits. */
export async function notifyTopics(kysely: Kysely<Tables>, topics: Topic[]): Promise<void> {
  for (let start = 0; start < topics.length; start += TOPICS_PER_NOTIFICATION) {
    const payload = topics.slice(start, start + TOPICS_PER_NOTIFICATION).join(" ");
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(kysely);
  }
}

/** Creates live updates on a separate connection, which the first subscription opens. */
export function createLiveUpdates(databaseUrl: string, log: Logger): LiveUpdates {
  const listeners = new Map<string, Set<(topic: Topic | "missed") => void>>();
  let client: Client | undefined;
  let listening: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const announce = (topic: string) => {
    for (const listener of listeners.get(topic) ?? []) listener(topic as Topic);
  };
  const announceMissed = () => {
    for (const listener of new Set([...listeners.values()].flatMap((set) => [...set]))) {
      listener("missed");
    }
  };
  /** Runs once for each client: when its connection ends, or could not be opened. */
  const reconnectLater = (ended: Client) => {
    if (client !== ended) return;
    client = undefined;
    if (!isStopped) setTimeout(connect, RECONNECT_AFTER).unref();
  };
  async function listen(connected: Client): Promise<void> {
    await connected.connect();
    await connected.query(`listen ${CHANNEL}`);
    announceMissed();
  }
  function connect(): void {
    if (client || isStopped) return;
    const connecting = new PrimaryClient({
      connectionString: databaseUrl,
      application_name: "propdesk-live",
      connectionTimeoutMillis: 5 * SECOND,
      // For "listen". Subscriptions wait for it, and the server may hang or the network drop packets.
      query_timeout: 5 * SECOND,
      keepAlive: true,
      // Without this, the system would notice a connection that was lost in silence after two hours.
      keepAliveInitialDelayMillis: 10 * SECOND,
    });
    client = connecting;
    connecting.on("notification", ({ payload = "" }) => payload.split(" ").forEach(announce));
    connecting.on("error", (err) => log.warn({ err }, "live updates: database unavailable"));
    connecting.once("end", () => reconnectLater(connecting));
    listening = listen(connecting).catch(async () => {
      // A client that has found no server has no connection that could end.
      await connecting.end().catch(() => {});
      reconnectLater(connecting);
    });
  }
  return {
    async subscribe(topics, listener) {
      connect();
      await listening;
      for (const topic of topics) {
        listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener));
      }
      return () => {
        for (const topic of topics) {
          const ofTopic = listeners.get(topic);
          ofTopic?.delete(listener);
          if (ofTopic?.size === 0) listeners.delete(topic);
        }
      };
    },
    async stop() {
      isStopped = true;
      if (client) await disconnect(client);
    },
  };
}
