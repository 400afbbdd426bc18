import { TOTP, Secret } from "otpauth";
import { createAdministrator } from "../../src/identity/team/administrators.ts";
import type { Role } from "../../src/identity/roles/roles.rule.ts";
import { hashToken } from "../../src/platform/vault/tokens.ts";
import { PASSWORD, type TestApp } from "./app.ts";
import { Authenticator } from "./authenticator.ts";
import type { Browser } from "./http.ts";

export const STEP = 30_000;

/** A user with an authenticator app. */
export interface AppUser {
  browser: Browser;
  secret: string;
  recoveryCodes: string[];
}

/** Returns the code that the authenticator app shows. @param steps the number of steps from now */
export function codeOf(test: Pick<TestApp, "clock">, secret: string, steps = 0): string {
  const timestamp = test.clock.now().getTime() + steps * STEP;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** The paths of the calls that manage one's own second factor, by kind of user. */
export const factorPath = {
  trader: "/api/user/second-factor",
  administrator: "/api/admin/me/second-factor",
};

/**
 * Opens the link that confirms a trader's first factor, with a token in place of the mailed one.
 * @returns the trader's factors
 */
export async function confirmFactor(test: TestApp, trader: Browser) {
  const { id } = (await trader.get("/api/user")).json<{ id: number }>();
  const token = `of trader ${id}`;
  await test.context.database.kysely
    .updateTable("factor_confirmations")
    .set({ token_hash: hashToken(token) })
    .where("user_id", "=", id)
    .execute();
  const confirmed = await test.visitor().post("/api/user/second-factor/confirm-mail", { token });
  if (confirmed.statusCode !== 200) throw new Error(`${confirmed.statusCode}: ${confirmed.body}`);
  const factors = await trader.get(factorPath.trader);
  return factors.json<{ passkeys: { id: number }[] }>();
}

/**
 * Sets up an authenticator app, and advances the clock to the next code.
 * @param password a trader's password or an administrator's access key
 */
export async function setUpApp(
  test: TestApp,
  browser: Browser,
  {
    kind = "trader",
    password = PASSWORD,
  }: { kind?: keyof typeof factorPath; password?: string } = {},
): Promise<AppUser> {
  const started = await browser.post(`${factorPath[kind]}/totp`, { password });
  if (started.statusCode !== 201) throw new Error(`${started.statusCode}: ${started.body}`);
  const { secret } = started.json<{ secret: string }>();
  const code = codeOf(test, secret);
  const confirmed = await browser.post(`${factorPath[kind]}/totp/confirm`, { code });
  if (confirmed.statusCode === 202) await confirmFactor(test, browser);
  else if (confirmed.statusCode !== 200)
    throw new Error(`${confirmed.statusCode}: ${confirmed.body}`);
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
  test.clock.advance(STEP);
  return { browser, secret, recoveryCodes };
}

/** Adds a passkey, and confirms a trader's first factor. @param password a trader's password or an administrator's access key */
export async function addPasskey(
  test: TestApp,
  browser: Browser,
  {
    kind = "trader",
    password = PASSWORD,
  }: { kind?: keyof typeof factorPath; password?: string } = {},
): Promise<{ id: number; authenticator: Authenticator; recoveryCodes: string[] | null }> {
  const authenticator = new Authenticator();
  const options = await browser.post(`${factorPath[kind]}/passkeys/options`, { password });
  if (options.statusCode !== 201) throw new Error(`${options.statusCode}: ${options.body}`);
  const credential = authenticator.create(options.json());
  const added = await browser.post(`${factorPath[kind]}/passkeys`, { credential });
  if (added.statusCode !== 201 && added.statusCode !== 202)
    throw new Error(`${added.statusCode}: ${added.body}`);
  const { secondFactor, recoveryCodes } = added.json<{
    secondFactor?: { passkeys: { id: number }[] };
    recoveryCodes: string[] | null;
  }>();
  const { passkeys } = secondFactor ?? (await confirmFactor(test, browser));
  return { id: passkeys.at(-1)!.id, authenticator, recoveryCodes };
}

/** Creates an administrator, and signs in with the access key. */
export async function administratorWithKey(
  test: TestApp,
  role: Role = "owner",
): Promise<{ browser: Browser; accessKey: string }> {
  const accessKey = await createAdministrator(test.context, `Test ${role}`, role);
  const browser = test.visitor();
  const response = await browser.post("/api/admin/login", { accessKey });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`);
  return { browser, accessKey };
}
