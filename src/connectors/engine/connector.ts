import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "../../platform/time/durations.rule.ts";
import { Failures } from "../failures.ts";
import type { Log } from "../log.ts";
import type { Platform } from "../platform.ts";
import type { ConnectorSettings } from "../settings/read-settings.ts";
import { ActionRunner } from "./action-runner.ts";
import { Outbox } from "./outbox.ts";
import { Propdesk } from "./propdesk.ts";
import { Reader } from "./reader.ts";

const REPORT_INTERVAL = 30 * SECOND;
/** Changes are reported at most this often. */
const REPORT_PAUSE = SECOND;
/** What was begun has this time to end after a stop. */
const GRACE = 7 * SECOND;
/** `/health` fails beyond this lag. */
const MOST_LAG_SECONDS = 300;

export interface ConnectorOptions {
  settings: ConnectorSettings;
  log: Log;
  /** Ends the connector when what was begun is finished. */
  stop: AbortSignal;
  /** @param onLimit called while the platform takes no more requests, and when it does again */
  createPlatform(options: { signal: AbortSignal; onLimit: (isReached: boolean) => void }): Platform;
}

/**
 * Connects a server of a trading platform to Propdesk until the signal is aborted.
 * @throws StoppedByPropdeskError if Propdesk refuses this process
 */
export async function runConnector(options: ConnectorOptions): Promise<void> {
  const { settings, log } = options;
  const failure = new AbortController();
  const stop = AbortSignal.any([options.stop, failure.signal]);
  const kill = new AbortController();
  let isChanged = true;
  const failures = new Failures(({ code, login, message }, isNew) => {
    isChanged = true;
    log(isNew ? "failure" : "recovered", { code, login, message });
  });
  const platform = options.createPlatform({
    signal: kill.signal,
    onLimit: (isReached) => {
      if (!isReached) failures.clear("limit_reached");
      else failures.set("limit_reached", null, "The platform receives too many requests");
    },
  });
  const propdesk = new Propdesk(settings, randomUUID(), failures);
  const outbox: Outbox = new Outbox({
    server: settings.server,
    propdesk,
    failures,
    follow: (rows) => reader.follow(rows),
  });
  const reader: Reader = new Reader({ platform, outbox, failures, settings });
  const actions = new ActionRunner(platform, propdesk, log, () => outbox.refreshSoon());
  const startedAt = new Date().toISOString();
  const describe = () => ({
    platform: platform.name,
    server: settings.server,
    startedAt,
    connectedSince:
      platform.connectedSince === null ? null : new Date(platform.connectedSince).toISOString(),
    lagSeconds: Math.max(0, Math.round((Date.now() - outbox.fedUntil) / 100) / 10),
    clockSkewSeconds:
      platform.clockSkew === null ? null : Math.round(platform.clockSkew / 100) / 10,
    accounts: reader.counts,
    failures: failures.list(),
  });
  const health = await serveHealth(settings.port, describe);
  log("started", { platform: platform.name, server: settings.server });
  const report = async () => {
    let connectedSince: number | null = null;
    for (let reportAt = 0; !stop.aborted;) {
      isChanged ||= platform.connectedSince !== connectedSince;
      if (isChanged || Date.now() >= reportAt) {
        isChanged = false;
        connectedSince = platform.connectedSince;
        reportAt = Date.now() + REPORT_INTERVAL;
        await propdesk.report(describe(), kill.signal);
      }
      await sleep(REPORT_PAUSE, undefined, { signal: stop }).catch(() => {});
    }
  };
  const parts = [
    reader.run(stop),
    outbox.run(stop, kill.signal),
    actions.run(stop, kill.signal),
    report(),
  ];
  for (const part of parts) part.catch((error: unknown) => failure.abort(error));
  const stopped = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => stopped.resolve(), { once: true });
  if (stop.aborted) stopped.resolve();
  await stopped.promise;
  const timer = setTimeout(() => kill.abort(), GRACE);
  await Promise.allSettled(parts);
  await Promise.race([platform.close(), sleep(SECOND)]);
  kill.abort();
  clearTimeout(timer);
  health?.close();
  log("stopped");
  if (!options.stop.aborted) throw failure.signal.reason;
}

/** Serves the report at `/health`. */
async function serveHealth(
  port: number | undefined,
  describe: () => { connectedSince: string | null; lagSeconds: number },
): Promise<Server | undefined> {
  if (port === undefined) return undefined;
  const server = createServer((request, response) => {
    if (request.url?.split("?")[0] !== "/health") {
      response.writeHead(404).end();
      return;
    }
    const report = describe();
    const isHealthy = report.connectedSince !== null && report.lagSeconds <= MOST_LAG_SECONDS;
    response.writeHead(isHealthy ? 200 : 503, { "content-type": "application/json" });
    response.end(JSON.stringify(report));
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, "127.0.0.1", resolve);
  await promise;
  server.unref();
  return server;
}
