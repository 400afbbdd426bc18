import type { Kysely } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type PreparedStatement, runPrepared } from "../../platform/database/prepared.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { MINUTE } from "../../platform/time/durations.rule.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import { hashToken } from "../../platform/lib/tokens.ts";
import type { Scope } from "./scopes.rule.ts";
import type { TokenActor } from "./token-actor.ts";

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
