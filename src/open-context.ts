import { followAccounts, workOnOrders } from "./business/decisions/orders/waiting-orders.ts";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Context } from "./platform/context.ts";
import type { Config } from "./platform/config/config.ts";
import type { Secrets } from "./platform/vault/secrets.ts";
import { connectDatabase, createRecordConnections } from "./platform/database/database.ts";
import { migrate } from "./platform/database/migrate.ts";
import { completeDistribution } from "./business/record/records/distribution.queries.ts";
import { startJobs } from "./platform/jobs/jobs.ts";
import { runHousekeeping } from "./business/office/housekeeping/housekeeping.ts";
import { workOnRebuilds } from "./business/record/rebuilds/rebuild-chunk.ts";
import { rebuildOutdated } from "./business/record/rebuilds/rebuilds.ts";
import { judgeByTime } from "./business/record/verdicts/judge-by-time.ts";
import { checkSample } from "./business/record/rebuilds/check-derived.ts";
import { packByNight } from "./business/record/records/pack-snapshots.ts";
import { runByNight } from "./business/links/runs/link-runs.ts";
import { followChanges, workOnLinks } from "./business/links/runs/work-on-links.ts";
import { workOnWebhooks } from "./business/watch/webhooks/deliver-webhook.ts";
import { DAY_END_SCHEDULE, keepLiabilityOfDay } from "./business/watch/figures/liability-days.ts";
import { settleByTime, workOnGates } from "./business/watch/waiting/settle-everyone.ts";
import { followEvents } from "./business/watch/webhooks/dispatch-events.ts";
import type { Clock } from "./platform/time/clock.ts";
import { createCipher } from "./platform/vault/cipher.ts";
import { createThrottle, noThrottle } from "./platform/throttle/throttle.ts";
import { createTurns } from "./platform/throttle/turns.ts";
import { createMailer } from "./platform/mail/mailer.ts";
import { createOutbox, deliverOutbox } from "./platform/mail/outbox.ts";
import { completeRecoveries } from "./identity/second-factor/recovery.ts";
import { workOnResetRequests } from "./identity/passwords/passwords.ts";
import { createSigner, ensureSigningKey } from "./platform/vault/signing-keys.ts";
import { requireKnownKeys } from "./business/watch/keys/key-usage.queries.ts";
import { createLiveUpdates } from "./platform/live/live-updates.ts";
import { createMetrics, noMetrics } from "./platform/metrics/metrics.ts";
import { registerServiceGauges } from "./business/watch/overview/service-gauges.ts";
import {
  createLocalStorage,
  type FileStorage,
  withStorageErrors,
} from "./platform/storage/storage.ts";
import { createVirusScanner } from "./platform/storage/virus-scanner.ts";
import { limits, queueNames } from "./declarations.ts";
import { entities } from "./entities.ts";
import { followers } from "./followers.ts";
import { followEventsOf } from "./identity/audit/followers.ts";
import { readLetterhead } from "./business/office/brand/brand.ts";

export interface OpenContext {
  context: Context;
  close(): Promise<void>;
}

export interface ContextOptions {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  log: Logger;
  clock: Clock;
}

/** The composition root. Opens all connections; `close` closes them in reverse order. */
export async function openContext(options: ContextOptions): Promise<OpenContext> {
  const { config, secrets, databaseUrl, log, clock } = options;
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const database = await connectDatabase(databaseUrl, entities, config.databaseReplicaUrls);
    closers.push(() => database.orm.close(true));
    const recordConnections = createRecordConnections(database);
    closers.push(() => recordConnections.close());
    await migrate(database);
    await completeDistribution(database);
    const live = createLiveUpdates(databaseUrl, log);
    closers.push(() => live.stop());
    const jobs = await startJobs(databaseUrl, queueNames, config.workers, log);
    closers.push(() => jobs.stop());
    await requireKnownKeys(database, secrets.keyring);
    await ensureSigningKey({ database, clock }, secrets.keyring);
    const cipher = createCipher(secrets.keyring);
    const mailer = createMailer(config);
    closers.push(() => mailer.close());
    const uploadDir = join(config.dataDir, "uploads");
    await mkdir(uploadDir, { recursive: true, mode: 0o700 });
    const context: Context = {
      config,
      log,
      clock,
      database,
      recordConnections,
      jobs,
      outbox: createOutbox(jobs, cipher),
      letterhead: readLetterhead(config),
      cipher,
      signer: createSigner(database, secrets.keyring),
      files: withStorageErrors(await openStorage(config)),
      scanner: config.clamdUrl ? createVirusScanner(config.clamdUrl) : undefined,
      uploadDir,
      throttle: config.rateLimit ? createThrottle(database.pool, limits) : noThrottle,
      turns: createTurns(),
      metrics: config.metricsPort || config.metricsToken ? createMetrics() : noMetrics,
      live,
    };
    database.completion = followEventsOf(context, followers);
    if (context.metrics !== noMetrics) registerServiceGauges(context);
    await deliverOutbox(jobs, { ...context, mailer });
    await workOnResetRequests(context);
    await workOnRebuilds(jobs, context);
    await rebuildOutdated(context);
    await workOnWebhooks(context);
    await workOnOrders(context);
    if (config.workers > 0) closers.push(followAccounts(context));
    await workOnGates(context);
    if (config.workers > 0) closers.push(followEvents(context));
    await workOnLinks(context);
    if (config.workers > 0) closers.push(followChanges(context));
    await jobs.schedule("housekeeping", "17 * * * *", () => runHousekeeping(context));
    await jobs.schedule("records-check", "40 2 * * *", async () => {
      await rebuildOutdated(context);
      await checkSample(context);
    });
    await jobs.schedule("records-pack", "20 3 * * *", () => packByNight(context));
    await jobs.schedule("verdicts-by-time", "* * * * *", () => judgeByTime(context));
    await jobs.schedule("liability-days", DAY_END_SCHEDULE, () => keepLiabilityOfDay(context));
    await jobs.schedule("links-by-night", "10 1 * * *", () => runByNight(context));
    await jobs.schedule("factor-recoveries", "* * * * *", () => completeRecoveries(context));
    await jobs.schedule("gates-by-time", "* * * * *", () => settleByTime(context));
    return { context, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Imports the SDK of S3 only if it is used, because loading it takes a tenth of the time of a start. */
async function openStorage({ s3, dataDir }: Config): Promise<FileStorage> {
  if (!s3) return createLocalStorage(join(dataDir, "certificates"));
  const { createS3Storage } = await import("./platform/storage/s3-files.ts");
  return createS3Storage(s3);
}
