import { readLinkSettings } from "../../src/business/links/settings/link-settings.ts";
import { randomBytes, randomInt } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { Email } from "postal-mime";
import type { z } from "zod";
import type { registerInput } from "../../src/business/traders/trader.schema.ts";
import { type Scope, scopeNames } from "../../src/identity/tokens/scopes.rule.ts";
import type { Role } from "../../src/identity/roles/roles.rule.ts";
import { buildApp } from "../../src/app.ts";
import { type Config, readConfig } from "../../src/platform/config/config.ts";
import type { Context } from "../../src/platform/context.ts";
import { openContext } from "../../src/open-context.ts";
import { fixedKeyring, type Keyring } from "../../src/platform/vault/cipher.ts";
import { MINUTE } from "../../src/platform/time/durations.rule.ts";
import {
  type AdministratorCalls,
  type TraderCalls,
  withAdministratorCalls,
  withTraderCalls,
} from "./caller.ts";
import { Browser } from "./http.ts";
import { TestClock } from "./clock.ts";
import { createDatabase } from "./database.ts";
import { MailFolder } from "./mail-folder.ts";
import { freePort } from "../../src/platform/embedded-postgres/embedded-postgres.ts";
import { createScratchFolder } from "./scratch.ts";
import {
  addAdministrator,
  registeredTrader,
  signedInAdministrator,
  tokenHolder,
} from "./sign-in.ts";

/** A client with the calls of an administrator or an API token. */
export type TestAdministrator = Browser & AdministratorCalls;
export type TestTrader = Browser & TraderCalls & { id: number; email: string };

export interface TestApp {
  app: FastifyInstance;
  context: Context;
  clock: TestClock;
  /** The origin, if `listen` was set. */
  url: string;
  /** The access key of an owner. */
  adminKey: string;
  /** Returns a new visitor with an empty cookie jar. */
  visitor(): Browser;
  /** Returns a browser signed in as an owner, or as a new administrator with this role. */
  administrator(role?: Role): Promise<TestAdministrator>;
  /** Returns a client with an API token of these scopes, or of all scopes. */
  token(
    scopes?: Scope[],
    fields?: { label?: string; expiresAt?: string | null },
  ): Promise<TestAdministrator & { id: number; token: string }>;
  /** Returns a browser signed in as a newly registered trader; the email is generated unless given. */
  trader(fields?: Partial<Registration>): Promise<TestTrader>;
  /** Waits until `count` mails to this address were sent. @returns them, newest last */
  mailsTo(address: string, count?: number): Promise<Email[]>;
  /** Starts another instance on the same database, with the same keys. */
  secondInstance(options?: { listen?: boolean }): Promise<TestApp>;
  close(): Promise<void>;
}

export type Registration = z.input<typeof registerInput>;

export const PASSWORD = "correct horse 1";
let traders = 0;

/**
 * Creates a valid registration with overrides. The email ends in digits, so that a search for letters does not match it
 * by accident.
 */
export function registration(fields: Partial<Registration> = {}): Registration {
  traders += 1;
  return {
    fullName: "Olivia Bennett",
    email: `olivia.${traders}.${randomInt(1_000_000)}@example.com`,
    password: PASSWORD,
    country: "uk",
    city: "London",
    street: "Mill Street",
    houseNumber: "12",
    privacyPolicyAgreed: true,
    ...fields,
  };
}

/**
 * Starts the app in this process, by default on a new database. Throttles are off unless the environment sets
 * `RATE_LIMIT: "on"`.
 */
export async function startApp(
  options: {
    env?: Record<string, string>;
    listen?: boolean;
    /** A shared database, which the caller drops. */
    databaseUrl?: string;
    files?: (config: Config) => void;
    /** A keyring with one random key by default. */
    keyring?: Keyring;
    /** Sends verification mails, which are off by default because nearly every test registers traders. */
    verifiesEmails?: true;
    /** Compares accounts, which is off by default because the traders of tests share a name and an address. */
    comparesAccounts?: true;
  } = {},
): Promise<TestApp> {
  const shared = options.databaseUrl;
  const database = shared ? { url: shared, drop: async () => {} } : await createDatabase();
  const dataDir = await createScratchFolder("propdesk-app-");
  const databaseUrl = shared ?? withoutLockTimeout(database.url);
  const port = options.listen ? await freePort() : 3000;
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    RATE_LIMIT: "off",
    DRAIN_SECONDS: "0",
    ...options.env,
  });
  const secrets = {
    sessionSecret: randomBytes(32),
    keyring: options.keyring ?? fixedKeyring([randomBytes(32)]),
  };
  const clock = new TestClock();
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" });
  const opened = await openContext({ config, secrets, databaseUrl, log, clock });
  const { context } = opened;
  // Calls that wait for a connection while a machine pauses would return 503. Shared databases keep the app's limit.
  if (!shared) context.database.pool.options.connectionTimeoutMillis = MINUTE;
  if (!options.verifiesEmails) await switchVerificationOff(context);
  if (!options.comparesAccounts) await switchComparisonsOff(context);
  const label = "Test administrator";
  const { id: ownerId, key: adminKey } = await addAdministrator(context, label, "owner");
  const app = await buildApp(context, secrets.sessionSecret);
  if (options.listen) await app.listen({ host: config.host, port: config.port });
  else await app.ready();
  const mails = new MailFolder(join(dataDir, "mail"));

  const testApp: TestApp = {
    app,
    context,
    clock,
    url: config.publicUrl,
    adminKey,
    visitor: () => new Browser(app),
    async administrator(role) {
      const { key } = role
        ? await addAdministrator(context, `Test ${role}`, role)
        : { key: adminKey };
      return withAdministratorCalls(await signedInAdministrator(testApp, key));
    },
    async token(scopes = scopeNames, fields = {}) {
      const owner = { id: ownerId, label };
      const sent = { label: "Test token", scopes, ...fields };
      return withAdministratorCalls(await tokenHolder(testApp, owner, sent));
    },
    async trader(fields) {
      const sent = registration(fields);
      const browser = withTraderCalls(await registeredTrader(testApp, sent));
      return Object.assign(browser, { email: sent.email });
    },
    mailsTo: (address, count = 1) => mails.mailsTo(address, count),
    secondInstance: (settings = {}) =>
      startApp({ ...settings, databaseUrl, keyring: secrets.keyring }),
    async close() {
      await app.close();
      await opened.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return testApp;
}

/** Tests hold locks until all of their calls are blocked, which takes long on a busy machine. */
function withoutLockTimeout(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("lock_timeout", "0");
  return url.href;
}

async function switchComparisonsOff({ clock, database: { kysely } }: Context): Promise<void> {
  const { version, settings } = await readLinkSettings(kysely);
  const off = { payee: "off", device: "off", person: "off", network: "off", household: "off" };
  await kysely
    .insertInto("link_settings_versions")
    .values({
      version: version + 1,
      settings: JSON.stringify({ ...settings, copied: null, opposite: null, facts: off }),
      note: null,
      created_at: clock.now().toISOString(),
      created_by: "Test",
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function switchVerificationOff({ clock, database }: Context): Promise<void> {
  const settings = {
    id: 1 as const,
    switched_off: ["email-verification"],
    updated_at: clock.now().toISOString(),
    updated_by: "Test",
  };
  await database.kysely
    .insertInto("mail_settings")
    .values(settings)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
