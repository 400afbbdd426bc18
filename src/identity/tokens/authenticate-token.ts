import type { Kysely } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type PreparedStatement, runPrepared } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Caller } from "../audit/record-event.ts";
import { MINUTE } from "../../platform/time/durations.rule.ts";
import { RefusalError } from "../../platform/errors.ts";
import { hashToken } from "../../platform/vault/tokens.ts";
import type { Scope } from "./scopes.rule.ts";
import type { AdministratorActor, TraderActor } from "../sessions/actor.ts";

interface FoundToken {
  id: number;
  label: string;
  scopes: Scope[];
  lastUsedAt: string | null;
}

/** Read for every call, so that a revocation takes effect immediately on all instances. */
const validToken: PreparedStatement = {
  name: "valid_api_token",
  text: `select id, label, scopes, last_used_at as "lastUsedAt" from api_tokens
    where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
};

/** @returns `undefined` if the token is unknown, expired or revoked */
export async function authenticateToken(
  { clock, database }: Context,
  token: string,
  caller: Caller,
): Promise<TokenActor | undefined> {
  const now = clock.now();
  const values = [hashToken(token), now.toISOString()];
  const [found] = await runPrepared<FoundToken>(database.pool, validToken, values);
  if (!found) return undefined;
  await markUsed(database.kysely, found, now);
  const { id, label, scopes } = found;
  return { kind: "token", id, label, scopes, caller };
}

/** @throws RefusalError if the call accepts no tokens, or requires a scope that the token does not have */
export function requireScope(actor: TokenActor, scope: Scope | undefined): void {
  if (scope === undefined) throw new RefusalError("forbidden", "API tokens cannot make this call");
  if (!actor.scopes.includes(scope))
    throw new RefusalError("forbidden", `This call requires an API token with the scope ${scope}`);
}

/** Records the use of a token, at most once a minute, so that most calls write nothing. */
async function markUsed(
  kysely: Kysely<Tables>,
  { id, lastUsedAt }: FoundToken,
  now: Date,
): Promise<void> {
  if (lastUsedAt !== null && now.getTime() - new Date(lastUsedAt).getTime() < MINUTE) return;
  await kysely
    .updateTable("api_tokens")
    .set({ last_used_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
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
