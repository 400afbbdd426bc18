import { isIP } from "node:net";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import {
  ConfigError,
  type Env,
  readChoice,
  readInteger,
  readKey,
  readKeys,
  readPattern,
  readText,
  readUrl,
} from "./env.ts";

export interface S3Config {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The settings from the environment, parsed once at the start. */
export interface Config {
  host: string;
  port: number;
  /** The origin in mails and links, without a slash at the end. */
  publicUrl: string;
  /** If set, only its origin may write; otherwise loopback names and the address listened on may. */
  isPublicUrlSet: boolean;
  /** Cookies are Secure and HSTS is sent. */
  https: boolean;
  dataDir: string;
  /** Without one, an embedded PostgreSQL runs under `dataDir`. */
  databaseUrl: string | undefined;
  /** Read replicas of the database, for long reads. */
  databaseReplicaUrls: string[];
  /** Without one, each mail is written to a file under `dataDir`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Without it, certificate files are kept under `dataDir`. */
  s3: S3Config | undefined;
  /** The ClamAV daemon that scans every certificate file. */
  clamdUrl: string | undefined;
  /** Generated into `dataDir` if unset: see `secrets.ts`. */
  sessionSecret: Buffer | undefined;
  encryptionKey: Buffer | undefined;
  /** Older keys, used only to decrypt. */
  encryptionKeysOld: Buffer[];
  adminAccessKey: string | undefined;
  firmName: string;
  partnerFragment: string;
  demo: boolean;
  /** Addresses and networks of the proxies whose `X-Forwarded-*` headers are trusted. */
  trustProxy: string[];
  rateLimit: boolean;
  /** Where webhooks may be sent: `any` includes plain HTTP and the own network, for development. */
  webhookTargets: (typeof webhookTargets)[number];
  /** How long a stopping instance stays reachable, so that load balancers notice. */
  drainSeconds: number;
  /** Jobs, such as mails, that this process runs at once; 0 leaves them to other processes. */
  workers: number;
  /** A separate port for the metrics. */
  metricsPort: number | undefined;
  /** Required to read the metrics; if set, they are also served on the app's port. */
  metricsToken: string | undefined;
  logLevel: (typeof logLevels)[number];
}

export const DATABASE_URL_EXAMPLE = "postgres://user:password@localhost:5432/propdesk";

const postgresUrl = { protocols: ["postgres:", "postgresql:"], example: DATABASE_URL_EXAMPLE };

const MAIL_FROM_EXAMPLE = '"Propdesk <desk@example.com>"';

const webhookTargets = ["public", "any"] as const;

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** @throws ConfigError that names the first variable that does not parse */
export function readConfig(env: Env): Config {
  const host = readHost(env) ?? "127.0.0.1";
  const port = readInteger(env, "PORT", { min: 1, max: 65_535, fallback: 3000 });
  const databaseUrl = readUrl(env, "DATABASE_URL", postgresUrl)?.href;
  const givenPublicUrl = readPublicUrl(env);
  const publicUrl = givenPublicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const production = env.NODE_ENV === "production";
  const firmName = readText(env, "FIRM_NAME", "Propdesk") ?? "Propdesk";
  const rateLimit = readChoice(env, "RATE_LIMIT", ["on", "off"]) !== "off";
  if (!rateLimit && production) {
    throw new ConfigError(
      "RATE_LIMIT must not be off when NODE_ENV=production, leave it out or set RATE_LIMIT=on",
    );
  }
  const targets = readChoice(env, "WEBHOOK_TARGETS", webhookTargets) ?? "public";
  if (targets === "any" && production) {
    throw new ConfigError(
      "WEBHOOK_TARGETS must not be any when NODE_ENV=production, leave it out or set WEBHOOK_TARGETS=public",
    );
  }
  const config: Config = {
    host,
    port,
    publicUrl,
    isPublicUrlSet: givenPublicUrl !== undefined,
    https: publicUrl.startsWith("https:"),
    dataDir: resolve(readText(env, "DATA_DIR", ".data") ?? ".data"),
    databaseUrl,
    databaseReplicaUrls: readReplicaUrls(env, databaseUrl),
    smtpUrl: readUrl(env, "SMTP_URL", {
      protocols: ["smtp:", "smtps:"],
      example: "smtp://user:password@localhost:587",
    })?.href,
    mailFrom: readMailFrom(env) ?? `${firmName.replace(/["<>@,;]/g, "")} <no-reply@localhost>`,
    s3: readS3(env),
    clamdUrl: readClamdUrl(env),
    sessionSecret: readKey(env, "SESSION_SECRET"),
    encryptionKey: readKey(env, "ENCRYPTION_KEY"),
    encryptionKeysOld: readKeys(env, "ENCRYPTION_KEYS_OLD"),
    adminAccessKey: readText(env, "ADMIN_ACCESS_KEY", "a-long-random-key"),
    firmName,
    partnerFragment: readPartnerFragment(env) ?? "ali932",
    demo: (readChoice(env, "DEMO", ["0", "1"]) ?? (databaseUrl ? "0" : "1")) === "1",
    trustProxy: readTrustProxy(env),
    rateLimit,
    webhookTargets: targets,
    drainSeconds: readInteger(env, "DRAIN_SECONDS", { min: 0, max: 60, fallback: 5 }),
    workers: readInteger(env, "WORKERS", { min: 0, max: 50, fallback: 1 }),
    metricsPort: readMetricsPort(env, port),
    metricsToken: readText(env, "METRICS_TOKEN", "a-long-random-token"),
    logLevel: readChoice(env, "LOG_LEVEL", logLevels) ?? "info",
  };
  if (production && databaseUrl) requireSecrets(config);
  if (config.workers === 0 && !databaseUrl) {
    throw new ConfigError(
      "WORKERS must not be 0 without a DATABASE_URL that other workers use, for example WORKERS=1",
    );
  }
  return config;
}

/** @throws ConfigError if a process that only runs jobs would have none */
export function requireWorkers({
  databaseUrl,
  workers,
}: Pick<Config, "databaseUrl" | "workers">): void {
  if (!databaseUrl) {
    throw new ConfigError(
      `DATABASE_URL is required by a worker: without one, the app runs its jobs itself, for example DATABASE_URL=${DATABASE_URL_EXAMPLE}`,
    );
  }
  if (workers === 0) {
    throw new ConfigError("WORKERS must be at least 1 for a worker, for example WORKERS=4");
  }
}

/**
 * Production instances on one database must share their secrets: generated ones would differ, which ends
 * sessions and makes encrypted passwords unreadable.
 */
function requireSecrets(config: Config): void {
  const missing = !config.sessionSecret
    ? "SESSION_SECRET"
    : !config.encryptionKey
      ? "ENCRYPTION_KEY"
      : undefined;
  if (!missing) return;
  throw new ConfigError(
    `${missing} is required when NODE_ENV=production and DATABASE_URL is set: 32 bytes in base64, for example made by: openssl rand -base64 32`,
  );
}

/** An address, or a name such as `localhost`. */
function readHost(env: Env): string | undefined {
  const host = readText(env, "HOST", "127.0.0.1");
  if (host === undefined || isIP(host)) return host;
  return readPattern(env, "HOST", {
    pattern: /^[a-z0-9]([\w.-]*\w)?$/i,
    is: "an address or the name of this machine",
    example: "127.0.0.1",
  });
}

function readReplicaUrls(env: Env, databaseUrl: string | undefined): string[] {
  const name = "DATABASE_REPLICA_URLS";
  const urls = (readText(env, name, DATABASE_URL_EXAMPLE) ?? "").split(",").filter(Boolean);
  if (urls.length > 0 && !databaseUrl) {
    throw new ConfigError(
      `${name} needs the DATABASE_URL of their primary, for example DATABASE_URL=${DATABASE_URL_EXAMPLE}`,
    );
  }
  return urls.map((url) => readUrl({ [name]: url }, name, postgresUrl)!.href);
}

function readMetricsPort(env: Env, port: number): number | undefined {
  const range = { min: 1, max: 65_535, fallback: 0, example: 9464 };
  const metricsPort = readInteger(env, "METRICS_PORT", range);
  if (metricsPort === 0) return undefined;
  if (metricsPort !== port) return metricsPort;
  throw new ConfigError("METRICS_PORT must differ from PORT, for example METRICS_PORT=9464");
}

/** It is used in a path without encoding. */
function readPartnerFragment(env: Env): string | undefined {
  return readPattern(env, "PARTNER_FRAGMENT", {
    pattern: /^[\w-]{1,64}$/,
    is: "1 to 64 letters, digits, hyphens or underscores",
    example: "ali932",
  });
}

function readPublicUrl(env: Env): string | undefined {
  const example = "https://desk.example.com";
  const url = readUrl(env, "PUBLIC_URL", { protocols: ["http:", "https:"], example });
  if (!url) return undefined;
  if (url.pathname !== "/" || url.search || url.hash || url.username) {
    throw new ConfigError(
      `PUBLIC_URL must be an origin without path, query or user, for example PUBLIC_URL=${example}`,
    );
  }
  return url.origin;
}

function readMailFrom(env: Env): string | undefined {
  const text = readText(env, "MAIL_FROM", MAIL_FROM_EXAMPLE);
  if (text === undefined || /^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)) {
    return text;
  }
  throw new ConfigError(
    `MAIL_FROM must be a mail address (it is "${text}"), for example MAIL_FROM=${MAIL_FROM_EXAMPLE}`,
  );
}

function readClamdUrl(env: Env): string | undefined {
  const example = "tcp://127.0.0.1:3310";
  const url = readUrl(env, "CLAMD_URL", { protocols: ["tcp:"], example });
  if (!url || url.port !== "") return url?.href;
  throw new ConfigError(`CLAMD_URL must name a port, for example CLAMD_URL=${example}`);
}

function readS3(env: Env): S3Config | undefined {
  const endpoint = readUrl(env, "S3_ENDPOINT", {
    protocols: ["http:", "https:"],
    example: "https://s3.eu-central-1.amazonaws.com",
  });
  const settings = {
    S3_ENDPOINT: endpoint?.href,
    S3_REGION: readText(env, "S3_REGION", "us-east-1"),
    S3_BUCKET: readText(env, "S3_BUCKET", "propdesk"),
    S3_ACCESS_KEY_ID: readText(env, "S3_ACCESS_KEY_ID", "propdesk"),
    S3_SECRET_ACCESS_KEY: readText(env, "S3_SECRET_ACCESS_KEY", "propdesk"),
  };
  const names = Object.keys(settings) as (keyof typeof settings)[];
  const missing = names.find((name) => settings[name] === undefined);
  if (names.every((name) => settings[name] === undefined)) return undefined;
  if (missing) {
    throw new ConfigError(
      `${missing} is missing: the S3 store needs all of ${names.join(", ")}, for example ${missing}=${missing === "S3_REGION" ? "us-east-1" : missing === "S3_ENDPOINT" ? "http://127.0.0.1:9000" : "propdesk"}`,
    );
  }
  return {
    endpoint: settings.S3_ENDPOINT!,
    region: settings.S3_REGION!,
    bucket: settings.S3_BUCKET!,
    accessKeyId: settings.S3_ACCESS_KEY_ID!,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY!,
  };
}

/** Only listed proxies: a blanket `true` would let every caller choose its own address. */
function readTrustProxy(env: Env): string[] {
  const text = readText(env, "TRUST_PROXY", "127.0.0.1,10.0.0.0/8");
  if (text === undefined || text === "off") return [];
  const proxies = text.split(",").map((proxy) => proxy.trim());
  const wrong = proxies.find((proxy) => !isProxy(proxy));
  if (wrong === undefined) return proxies;
  throw new ConfigError(
    `TRUST_PROXY must list the addresses or networks of your proxies ("${wrong}" is neither), for example TRUST_PROXY=127.0.0.1,10.0.0.0/8`,
  );
}

function isProxy(text: string): boolean {
  const isRange = ["loopback", "linklocal", "uniquelocal"].includes(text);
  return isRange || isIP(text) !== 0 || ipaddr.isValidCIDR(text);
}
