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
import { nameText } from "../fields/text.schema.ts";
import { keysOf } from "../fields/keys-of.rule.ts";

export interface S3Config {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The settings from the environment variables, parsed once at startup. */
export interface Config {
  host: string;
  port: number;
  /** The origin in mails and links, without a trailing slash. */
  publicUrl: string;
  /** If set, browsers may only write from `publicUrl`; otherwise also from loopback names and the server's address. */
  isPublicUrlSet: boolean;
  /** Whether cookies are `Secure` and HSTS is sent. */
  https: boolean;
  dataDir: string;
  /** If unset, an embedded PostgreSQL stores its data under `dataDir`. */
  databaseUrl: string | undefined;
  /** Read replicas of the database, for long reads. */
  databaseReplicaUrls: string[];
  /** If unset, each mail is written to a file under `dataDir`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** If unset, files are stored under `dataDir`. */
  s3: S3Config | undefined;
  /** The ClamAV daemon that scans every uploaded file. */
  clamdUrl: string | undefined;
  /** If unset, a secret is generated under `dataDir`; see `secrets.ts`. */
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
  /** Where webhooks may be sent. For development, `any` also allows plain HTTP and private networks. */
  webhookTargets: (typeof webhookTargets)[number];
  /** How long an instance stays reachable during shutdown, so that load balancers notice it. */
  drainSeconds: number;
  /** How many jobs of each queue this process runs concurrently; 0 leaves all jobs to other processes. */
  workers: number;
  /** After how many days the snapshots of a day are packed; 0 never packs them. */
  packAfterDays: number;
  /** A separate port for the metrics. */
  metricsPort: number | undefined;
  /** If set, it is required to read the metrics, and they are also served on the app's port. */
  metricsToken: string | undefined;
  logLevel: (typeof logLevels)[number];
}

export const DATABASE_URL_EXAMPLE = "postgres://user:password@localhost:5432/propdesk";

const postgresUrl = { protocols: ["postgres:", "postgresql:"], example: DATABASE_URL_EXAMPLE };

const MAIL_FROM_EXAMPLE = '"Propdesk <desk@example.com>"';

const webhookTargets = ["public", "any"] as const;

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** @throws ConfigError that names the first invalid variable */
export function readConfig(env: Env): Config {
  const host = readHost(env) ?? "127.0.0.1";
  const port = readInteger(env, "PORT", { min: 1, max: 65_535, fallback: 3000 });
  const databaseUrl = readDatabaseUrl(env);
  const givenPublicUrl = readPublicUrl(env);
  const publicUrl = givenPublicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const production = env.NODE_ENV === "production";
  const firmName = readFirmName(env);
  const rateLimit = readChoice(env, "RATE_LIMIT", ["on", "off"]) !== "off";
  if (!rateLimit && production) {
    throw new ConfigError(
      "RATE_LIMIT must not be off if NODE_ENV=production: remove it or set RATE_LIMIT=on",
    );
  }
  const targets = readChoice(env, "WEBHOOK_TARGETS", webhookTargets) ?? "public";
  if (targets === "any" && production) {
    throw new ConfigError(
      "WEBHOOK_TARGETS must not be any if NODE_ENV=production: remove it or set WEBHOOK_TARGETS=public",
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
    packAfterDays: readInteger(env, "PACK_AFTER_DAYS", { min: 0, max: 36_500, fallback: 30 }),
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

/** @throws ConfigError if a process that only runs jobs would have no jobs to run */
export function requireWorkers({
  databaseUrl,
  workers,
}: Pick<Config, "databaseUrl" | "workers">): void {
  if (!databaseUrl) {
    throw new ConfigError(
      `DATABASE_URL is required by a worker, because without it the app runs its own jobs, for example DATABASE_URL=${DATABASE_URL_EXAMPLE}`,
    );
  }
  if (workers === 0) {
    throw new ConfigError("WORKERS must be at least 1 for a worker, for example WORKERS=4");
  }
}

/**
 * Requires the secrets in production, because all instances of a database must share them. If each instance generated
 * its own, sessions would end and encrypted passwords could not be decrypted.
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

/** Reads an address, or a name such as `localhost`. */
function readHost(env: Env): string | undefined {
  const host = readText(env, "HOST", "127.0.0.1");
  if (host === undefined || isIP(host)) return host;
  return readPattern(env, "HOST", {
    pattern: /^[a-z0-9]([\w.-]*\w)?$/i,
    is: "an address or the name of this machine",
    example: "127.0.0.1",
  });
}

/**
 * Reads the URL of the database, which may list the servers of a cluster as `postgres://user@a:5432,b:5433/propdesk` or
 * as `postgres://user@/propdesk?host=a,b&port=5432,5433`.
 * @returns a URL that names the first server; if there are several, its `host` and `port` list all of them
 */
function readDatabaseUrl(env: Env): string | undefined {
  const name = "DATABASE_URL";
  const text = readText(env, name, DATABASE_URL_EXAMPLE) ?? "";
  const [, start = "", listed = "", rest = ""] =
    /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/.exec(text) ?? [];
  const parameters = new URLSearchParams(/\?([^#]*)/.exec(rest)?.[1]);
  const hosts = (parameters.get("host") ?? listed).split(",");
  if (hosts.length === 1) return readUrl(env, name, postgresUrl)?.href;

  const servers = hosts.map(
    (host) => /^(\[.+\]|[^:]+|[^[]*:[^[]*:[^[]*)(?::(\d+))?$/.exec(host) ?? [],
  );
  const [first] = servers.map(([, host]) => host);
  const url = readUrl({ [name]: `${start}${first ?? ""}${rest}` }, name, postgresUrl)!;
  const attributes = parameters.get("target_session_attrs") ?? "read-write";
  if (servers.some(([, host]) => !host) || !["read-write", "primary"].includes(attributes)) {
    throw new ConfigError(
      `${name} must name each server, and target_session_attrs must be read-write, for example ${name}=postgres://user:password@one.example:5432,two.example:5432/propdesk?target_session_attrs=read-write`,
    );
  }
  url.searchParams.set("host", servers.map(([, host]) => host).join(","));
  if (!parameters.has("port")) {
    url.searchParams.set("port", servers.map(([, , port]) => port ?? "5432").join(","));
  }
  return url.href;
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

/** Reads the fragment, which becomes part of a path without being encoded. */
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

function readFirmName(env: Env): string {
  const { data, error } = nameText().safeParse(
    readText(env, "FIRM_NAME", "Propdesk") ?? "Propdesk",
  );
  if (data !== undefined) return data;
  const problem = error.issues[0]!.message.replace("Must", "must");
  throw new ConfigError(`FIRM_NAME ${problem}, for example FIRM_NAME=Propdesk`);
}

function readMailFrom(env: Env): string | undefined {
  const text = readText(env, "MAIL_FROM", MAIL_FROM_EXAMPLE);
  if (text === undefined || /^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)) {
    return text;
  }
  throw new ConfigError(
    `MAIL_FROM must be an email address (it is "${text}"), for example MAIL_FROM=${MAIL_FROM_EXAMPLE}`,
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
  const names = keysOf(settings);
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

/** Reads the list of proxies. `true` is not supported, because every caller could then choose its own address. */
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
