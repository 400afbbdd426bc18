import type { Kysely } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type PreparedStatement, runPrepared } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Caller } from "../audit/record-event.ts";
import { MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import { RefusalError } from "../../platform/errors.ts";
import { hashToken } from "../../platform/vault/tokens.ts";
import type { Scope } from "./scopes.rule.ts";
import type { AdministratorActor, TraderActor } from "../sessions/authenticate.ts";

interface TokenRow {
  id: number;
  label: string;
  scopes: Scope[];
  lastUsedAt: string | null;
  lastFeedAt: string | null;
  lastPollAt: string | null;
}

/** Read for every call, so that a revocation takes effect immediately on all instances. */
const validToken: PreparedStatement = {
  name: "valid_api_token",
  text: `select id, label, scopes, last_used_at as "lastUsedAt",
      last_feed_at as "lastFeedAt", last_poll_at as "lastPollAt"
    from api_tokens
    where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
};

/** Refuses a call whose token is unknown, expired or revoked. */
export const invalidToken = () =>
  new RefusalError("unauthenticated", "The API token is invalid, expired or revoked");

/**
 * @returns `undefined` if the token is unknown, expired or revoked
 */
export async function authenticateToken(
  { clock, database }: Context,
  token: string,
  caller: Caller,
  required: RequiredScope,
): Promise<TokenActor | undefined> {
  const now = clock.now();
  const values = [hashToken(token), now.toISOString()];
  const [row] = await runPrepared<TokenRow>(database.pool, validToken, values);
  if (!row) return undefined;
  await markUsed(database.kysely, row, now, required);
  const { id, label, scopes } = row;
  return { kind: "token", id, label, scopes, caller };
}

/** The scope that a call requires; without one, it accepts no tokens. */
export interface RequiredScope {
  scope?: Scope | undefined;
  /** One that suffices as well. */
  orScope?: Scope | undefined;
}

/** @throws RefusalError if the call accepts no tokens, or requires a scope that the token does not have */
export function requireScope(
  { scopes }: Pick<TokenActor, "scopes">,
  { scope, orScope }: RequiredScope,
): void {
  if (scope === undefined) throw new RefusalError("forbidden", "API tokens cannot make this call");
  const sufficient = orScope === undefined ? [scope] : [scope, orScope];
  if (!sufficient.some((name) => scopes.includes(name))) {
    const names = sufficient.join(" or ");
    throw new RefusalError("forbidden", `This call requires an API token with the scope ${names}`);
  }
}

/** How accurate the times of uses are, so that most calls write nothing. */
const USE_ACCURACY = MINUTE;
const HEARTBEAT_ACCURACY = 5 * SECOND;

/** Records the use of a token and, for the calls of bridges, that the bridge is alive. */
async function markUsed(
  kysely: Kysely<Tables>,
  { id, scopes, lastUsedAt, lastFeedAt, lastPollAt }: TokenRow,
  now: Date,
  { scope, orScope }: RequiredScope,
): Promise<void> {
  const isOlder = (time: string | null, accuracy: number) =>
    time === null || now.getTime() - new Date(time).getTime() >= accuracy;
  const isBy = (name: Scope) => (scope === name || orScope === name) && scopes.includes(name);
  const at = now.toISOString();
  const heard = {
    ...(isOlder(lastUsedAt, USE_ACCURACY) && { last_used_at: at }),
    ...(isBy("feed:write") && isOlder(lastFeedAt, HEARTBEAT_ACCURACY) && { last_feed_at: at }),
    ...(isBy("actions:execute") && isOlder(lastPollAt, HEARTBEAT_ACCURACY) && { last_poll_at: at }),
  };
  if (Object.keys(heard).length === 0) return;
  await kysely.updateTable("api_tokens").set(heard).where("id", "=", id).execute();
}

/**
 * Returns the credentials of an `Authorization` header with the scheme Bearer, or `""` if it has none. Returns
 * `undefined` for other schemes and without a header; such calls are authenticated by their cookies.
 */
export function readBearer(header: string | undefined): string | undefined {
  return /^bearer(?:$|[ \t]+)(?<credentials>.*)$/is.exec(header ?? "")?.groups?.credentials?.trim();
}

/** A valid API token. Only `authenticate-token.ts` creates one. */
export interface TokenActor {
  kind: "token";
  id: number;
  label: string;
  scopes: Scope[];
  caller: Caller;
}

/** Acts for the firm: a signed-in administrator, or an API token with the scope of the call. */
export type StaffActor = AdministratorActor | TokenActor;

/** Rejects API tokens, for calls about the caller. Such calls declare no scope, so they never accept a token. */
export function requirePerson<Actor extends TraderActor | StaffActor>(
  actor: Actor,
): Exclude<Actor, TokenActor> {
  if (actor.kind === "token")
    throw new RefusalError("forbidden", "API tokens cannot make this call");
  return actor as Exclude<Actor, TokenActor>;
}
