import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "./config/config.ts";
import type { Secrets } from "./config/secrets.ts";
import { connectDatabase, type Database } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { type JobQueue, startJobs } from "./jobs/jobs.ts";
import { keepHouse } from "./jobs/housekeeping.ts";
import type { Clock } from "./lib/clock.ts";
import { createSealer, type Sealer } from "./lib/sealing.ts";
import { createThrottle, noThrottle, type Throttle } from "./lib/throttle.ts";
import { createMailer } from "./mail/mailer.ts";
import { createOutbox, deliverOutbox, type Outbox } from "./mail/outbox.ts";
import { expectKeys } from "./vault/expect-keys.ts";
import { createMetrics, type Metrics, noMetrics } from "./metrics/metrics.ts";
import { watchService } from "./metrics/service-gauges.ts";
import { openLocalFiles } from "./storage/local-files.ts";
import { openS3Files } from "./storage/s3-files.ts";
import { type FileStorage, namingFailures } from "./storage/storage.ts";
import { createVirusScanner, type VirusScanner } from "./storage/virus-scanner.ts";

/** Everything that commands and queries work with. */
export interface Context {
  config: Config;
  log: Logger;
  clock: Clock;
  database: Database;
  jobs: JobQueue;
  outbox: Outbox;
  sealer: Sealer;
  files: FileStorage;
  /** `undefined` where none is configured. */
  scanner: VirusScanner | undefined;
  /** Where an upload is written until it is known to be good. */
  uploadDir: string;
  throttle: Throttle;
  metrics: Metrics;
}

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

/** The composition root: connects everything, and closes it again in the reverse order. */
export async function openContext(options: ContextOptions): Promise<OpenContext> {
  const { config, secrets, databaseUrl, log, clock } = options;
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const database = await connectDatabase(databaseUrl, config.databaseReplicaUrls);
    closers.push(() => database.orm.close(true));
    await migrate(database);
    const jobs = await startJobs(databaseUrl, config.workers, log);
    closers.push(() => jobs.stop());
    await expectKeys(database, secrets.keyring);
    const sealer = createSealer(secrets.keyring);
    const mailer = createMailer(config);
    closers.push(() => mailer.close());
    const uploadDir = join(config.dataDir, "uploads");
    await mkdir(uploadDir, { recursive: true, mode: 0o700 });
    const context: Context = {
      config,
      log,
      clock,
      database,
      jobs,
      outbox: createOutbox(jobs, sealer),
      sealer,
      files: namingFailures(
        config.s3
          ? openS3Files(config.s3)
          : await openLocalFiles(join(config.dataDir, "certificates")),
      ),
      scanner: config.clamdUrl ? createVirusScanner(config.clamdUrl) : undefined,
      uploadDir,
      throttle: config.rateLimit ? createThrottle(database.pool) : noThrottle,
      metrics: config.metricsPort || config.metricsToken ? createMetrics() : noMetrics,
    };
    if (context.metrics !== noMetrics) watchService(context);
    await deliverOutbox(jobs, { ...context, mailer });
    await jobs.everyHour("housekeeping", () => keepHouse(context));
    return { context, close };
  } catch (error) {
    await close();
    throw error;
  }
}
