import type { Logger } from "pino";
import type { Config } from "./config/config.ts";
import type { Database, RecordConnections } from "./database/database.ts";
import type { JobQueue } from "./jobs/jobs.ts";
import type { Clock } from "./time/clock.ts";
import type { Throttle } from "./throttle/throttle.ts";
import type { CostTurns } from "./throttle/turns.ts";
import type { Outbox } from "./mail/outbox.ts";
import type { ReadLetterhead } from "./mail/render-mail.ts";
import type { LiveUpdates } from "./live/live-updates.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { FileStorage } from "./storage/storage.ts";
import type { VirusScanner } from "./storage/virus-scanner.ts";
import type { Cipher } from "./vault/cipher.ts";
import type { Signer } from "./vault/signing-keys.ts";

/** The dependencies of commands and queries. */
export interface Context {
  config: Config;
  log: Logger;
  clock: Clock;
  database: Database;
  recordConnections: RecordConnections;
  jobs: JobQueue;
  outbox: Outbox;
  letterhead: ReadLetterhead;
  cipher: Cipher;
  signer: Signer;
  files: FileStorage;
  /** `undefined` if no virus scanner is configured. */
  scanner: VirusScanner | undefined;
  /** The folder for uploads that have not been checked yet. */
  uploadDir: string;
  throttle: Throttle;
  turns: CostTurns;
  metrics: Metrics;
  live: LiveUpdates;
}
