import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type Config, readConfig } from "../../../../src/platform/config/config.ts";
import type { Env } from "../../../../src/platform/config/env.ts";

const key = randomBytes(32);
const s3 = {
  S3_ENDPOINT: "http://127.0.0.1:9000",
  S3_REGION: "us-east-1",
  S3_BUCKET: "certificates",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
};
const production = { NODE_ENV: "production", DATABASE_URL: "postgres://localhost/propdesk" };

function configErrorOf(env: Env): string {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`No error was reported for ${JSON.stringify(env)}`);
}

describe("the configuration without variables", () => {
  it("has every default of the contract", () => {
    expect(readConfig({})).toEqual({
      host: "127.0.0.1",
      port: 3000,
      publicUrl: "http://127.0.0.1:3000",
      isPublicUrlSet: false,
      https: false,
      dataDir: resolve(".data"),
      databaseUrl: undefined,
      databaseReplicaUrls: [],
      smtpUrl: undefined,
      mailFrom: "Propdesk <no-reply@localhost>",
      s3: undefined,
      clamdUrl: undefined,
      sessionSecret: undefined,
      encryptionKey: undefined,
      encryptionKeysOld: [],
      adminAccessKey: undefined,
      firmName: "Propdesk",
      partnerFragment: "ali932",
      demo: true,
      trustProxy: [],
      rateLimit: true,
      webhookTargets: "public",
      drainSeconds: 5,
      workers: 1,
      packAfterDays: 30,
      metricsPort: undefined,
      metricsToken: undefined,
      logLevel: "info",
    } satisfies Config);
  });

  it("treats empty and blank variables as missing", () => {
    const names = ["PORT", "HOST", "PUBLIC_URL", "DATABASE_URL", "SMTP_URL", "S3_REGION", "DEMO"];
    const blank = Object.fromEntries(names.map((name, index) => [name, " ".repeat(index % 3)]));
    expect(readConfig(blank)).toEqual(readConfig({}));
  });
});

describe("a valid value", () => {
  it.each<[Env, Partial<Config>]>([
    [{ PORT: "1" }, { port: 1, publicUrl: "http://127.0.0.1:1" }],
    [{ PORT: "65535" }, { port: 65_535 }],
    [{ HOST: "0.0.0.0" }, { host: "0.0.0.0", publicUrl: "http://0.0.0.0:3000" }],
    [{ HOST: "::1" }, { host: "::1", publicUrl: "http://[::1]:3000" }],
    [
      { PUBLIC_URL: "http://desk.example.com:8080" },
      { publicUrl: "http://desk.example.com:8080", isPublicUrlSet: true },
    ],
    [
      { PUBLIC_URL: "https://desk.example.com/" },
      { publicUrl: "https://desk.example.com", https: true },
    ],
    [{ DATA_DIR: "some/folder" }, { dataDir: resolve("some/folder") }],
    [
      { DATABASE_URL: "postgres://localhost/propdesk" },
      { databaseUrl: "postgres://localhost/propdesk", demo: false },
    ],
    [
      { DATABASE_URL: "postgresql://a:b@[::1]:5433/p" },
      { databaseUrl: "postgresql://a:b@[::1]:5433/p" },
    ],
    [
      { DATABASE_URL: "postgres://a:b@one:5432,two:5433/p?target_session_attrs=read-write" },
      {
        databaseUrl:
          "postgres://a:b@one/p?target_session_attrs=read-write&host=one%2Ctwo&port=5432%2C5433",
      },
    ],
    [
      { DATABASE_URL: "postgres://a:b@/p?host=one,::1&port=5433" },
      { databaseUrl: "postgres://a:b@one/p?host=one%2C%3A%3A1&port=5433" },
    ],
    [{ SMTP_URL: "smtp://user:pass@host:587" }, { smtpUrl: "smtp://user:pass@host:587" }],
    [{ SMTP_URL: "smtps://host" }, { smtpUrl: "smtps://host" }],
    [{ MAIL_FROM: "desk@example.com" }, { mailFrom: "desk@example.com" }],
    [{ MAIL_FROM: "The Desk <desk@example.com>" }, { mailFrom: "The Desk <desk@example.com>" }],
    [
      s3,
      {
        s3: {
          endpoint: "http://127.0.0.1:9000/",
          region: "us-east-1",
          bucket: "certificates",
          accessKeyId: "id",
          secretAccessKey: "secret",
        },
      },
    ],
    [{ CLAMD_URL: "tcp://127.0.0.1:3310" }, { clamdUrl: "tcp://127.0.0.1:3310" }],
    [{ CLAMD_URL: "tcp://[::1]:3310" }, { clamdUrl: "tcp://[::1]:3310" }],
    [{ SESSION_SECRET: key.toString("base64") }, { sessionSecret: key }],
    [
      { ENCRYPTION_KEYS_OLD: `${key.toString("base64")}, ${key.toString("base64")}` },
      { encryptionKeysOld: [key, key] },
    ],
    [{ ENCRYPTION_KEY: key.toString("base64").replace("=", "") }, { encryptionKey: key }],
    [{ ADMIN_ACCESS_KEY: " a key " }, { adminAccessKey: "a key" }],
    [
      { FIRM_NAME: 'Bull & Bear, "Ltd."' },
      { firmName: 'Bull & Bear, "Ltd."', mailFrom: "Bull & Bear Ltd. <no-reply@localhost>" },
    ],
    [{ PARTNER_FRAGMENT: "partner1" }, { partnerFragment: "partner1" }],
    [{ DEMO: "0" }, { demo: false }],
    [{ DEMO: "1", DATABASE_URL: "postgres://localhost/propdesk" }, { demo: true }],
    [{ TRUST_PROXY: "off" }, { trustProxy: [] }],
    [
      { TRUST_PROXY: "127.0.0.1, 10.0.0.0/8,::1,fd00::/8,loopback" },
      { trustProxy: ["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "loopback"] },
    ],
    [{ RATE_LIMIT: "off" }, { rateLimit: false }],
    [{ RATE_LIMIT: "on", NODE_ENV: "production" }, { rateLimit: true }],
    [
      {
        DATABASE_URL: "postgres://one/p",
        DATABASE_REPLICA_URLS: "postgres://two/p,postgresql://three/p",
      },
      { databaseReplicaUrls: ["postgres://two/p", "postgresql://three/p"] },
    ],
    [{ DRAIN_SECONDS: "0" }, { drainSeconds: 0 }],
    [{ WORKERS: "8" }, { workers: 8 }],
    [{ WORKERS: "0", DATABASE_URL: "postgres://localhost/propdesk" }, { workers: 0 }],
    [{ METRICS_PORT: "9464" }, { metricsPort: 9464 }],
    [{ METRICS_TOKEN: "a token" }, { metricsToken: "a token" }],
    [{ LOG_LEVEL: "trace" }, { logLevel: "trace" }],
    [{ LOG_LEVEL: "silent" }, { logLevel: "silent" }],
    [
      {
        ...production,
        SESSION_SECRET: key.toString("base64"),
        ENCRYPTION_KEY: key.toString("base64"),
      },
      { sessionSecret: key, encryptionKey: key },
    ],
    [{ NODE_ENV: "production" }, { sessionSecret: undefined }],
  ])("%o", (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });
});

describe("an invalid value is reported in one sentence with the variable and a valid example", () => {
  const secret = "hunter2-hunter2";
  it.each<[string, Env]>([
    ["PORT", { PORT: "0" }],
    ["PORT", { PORT: "65536" }],
    ["PORT", { PORT: "80a" }],
    ["PORT", { PORT: "3e3" }],
    ["PORT", { PORT: "-1" }],
    ["PORT", { PORT: "3000.5" }],
    ["DATABASE_REPLICA_URLS", { ...production, DATABASE_REPLICA_URLS: "two,three" }],
    ["DRAIN_SECONDS", { DRAIN_SECONDS: "61" }],
    ["WORKERS", { WORKERS: "0" }],
    ["WORKERS", { WORKERS: "many" }],
    ["METRICS_PORT", { METRICS_PORT: "0" }],
    ["METRICS_PORT", { METRICS_PORT: "metrics" }],
    ["METRICS_PORT", { METRICS_PORT: "3000" }],
    ["METRICS_TOKEN", { METRICS_TOKEN: "two\nlines" }],
    ["HOST", { HOST: "two words" }],
    ["HOST", { HOST: "http://127.0.0.1" }],
    ["HOST", { HOST: "local\nhost" }],
    ["PUBLIC_URL", { PUBLIC_URL: "desk.example.com" }],
    ["PUBLIC_URL", { PUBLIC_URL: "ftp://desk.example.com" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://desk.example.com/app" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://desk.example.com?a=1" }],
    ["PUBLIC_URL", { PUBLIC_URL: `https://user:${secret}@desk.example.com` }],
    ["DATA_DIR", { DATA_DIR: "a\nb" }],
    ["DATABASE_URL", { DATABASE_URL: "propdesk" }],
    ["DATABASE_URL", { DATABASE_URL: `mysql://root:${secret}@localhost/propdesk` }],
    ["DATABASE_URL", { DATABASE_URL: "postgres:///propdesk" }],
    ["DATABASE_URL", { DATABASE_URL: `postgres://root:${secret}@one,/propdesk` }],
    ["DATABASE_URL", { DATABASE_URL: `postgres://root:${secret}@,two/propdesk` }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://one,two/p?target_session_attrs=standby" }],
    ["SMTP_URL", { SMTP_URL: "localhost:25" }],
    ["SMTP_URL", { SMTP_URL: `http://user:${secret}@localhost` }],
    ["MAIL_FROM", { MAIL_FROM: "the desk" }],
    ["MAIL_FROM", { MAIL_FROM: "Desk <desk@example.com" }],
    ["S3_ENDPOINT", { ...s3, S3_ENDPOINT: "minio:9000" }],
    ["S3_ENDPOINT", { ...s3, S3_ENDPOINT: undefined }],
    ["S3_REGION", { ...s3, S3_REGION: undefined }],
    ["S3_BUCKET", { ...s3, S3_BUCKET: "" }],
    ["S3_ACCESS_KEY_ID", { ...s3, S3_ACCESS_KEY_ID: undefined }],
    ["S3_SECRET_ACCESS_KEY", { ...s3, S3_SECRET_ACCESS_KEY: undefined }],
    ["S3_ENDPOINT", { S3_SECRET_ACCESS_KEY: secret }],
    ["CLAMD_URL", { CLAMD_URL: "127.0.0.1:3310" }],
    ["CLAMD_URL", { CLAMD_URL: "http://127.0.0.1:3310" }],
    ["CLAMD_URL", { CLAMD_URL: "tcp://127.0.0.1" }],
    ["SESSION_SECRET", { SESSION_SECRET: secret }],
    ["SESSION_SECRET", { SESSION_SECRET: randomBytes(31).toString("base64") }],
    ["ENCRYPTION_KEY", { ENCRYPTION_KEY: randomBytes(32).toString("hex") }],
    ["ENCRYPTION_KEYS_OLD", { ENCRYPTION_KEYS_OLD: `${key.toString("base64")},` }],
    ["SESSION_SECRET", production],
    ["ENCRYPTION_KEY", { ...production, SESSION_SECRET: key.toString("base64") }],
    ["ADMIN_ACCESS_KEY", { ADMIN_ACCESS_KEY: `${secret}\u0007` }],
    ["FIRM_NAME", { FIRM_NAME: "Bull\r\nBcc: everybody" }],
    ["FIRM_NAME", { FIRM_NAME: "Bull\u202e & Bear" }],
    ["PARTNER_FRAGMENT", { PARTNER_FRAGMENT: "a/b c" }],
    ["DEMO", { DEMO: "yes" }],
    ["DEMO", { DEMO: "true" }],
    ["TRUST_PROXY", { TRUST_PROXY: "true" }],
    ["TRUST_PROXY", { TRUST_PROXY: "1" }],
    ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.0/33" }],
    ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.1," }],
    ["RATE_LIMIT", { RATE_LIMIT: "no" }],
    ["RATE_LIMIT", { RATE_LIMIT: "off", NODE_ENV: "production" }],
    ["LOG_LEVEL", { LOG_LEVEL: "verbose" }],
    ["LOG_LEVEL", { LOG_LEVEL: "INFO" }],
  ])("%s in %o", (name, env) => {
    const mistake = configErrorOf(env);
    expect(mistake.startsWith(`${name} `)).toBe(true);
    expect(mistake).toMatch(/, for example |: remove it or set /);
    expect(mistake).not.toMatch(/[\r\n]/);
    expect(mistake).not.toContain(secret);
  });
});
