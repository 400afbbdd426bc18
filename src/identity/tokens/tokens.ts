import { sql } from "kysely";
import { type Database, inTransaction } from "../../platform/database/database.ts";
import { integer, json, selectRows, text, timestamp } from "../../platform/database/columns.ts";
import type { ApiTokenView, CreatedToken, createTokenInput } from "./tokens.schema.ts";
import { ApiToken } from "./api-token.entity.ts";
import type { z } from "zod";
import { changesBetween } from "../audit/audit-event.rule.ts";
import { type AuditActor, recordEvent } from "../audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { invalidField, notFound } from "../../platform/errors.ts";
import { generateToken, hashToken } from "../../platform/vault/tokens.ts";
import type { AdministratorActor } from "../sessions/authenticate.ts";
import { lockTeam } from "../team/team-settings.ts";
import { LockMode } from "@mikro-orm/core";

type TokenContext = Pick<Context, "clock" | "database">;
type Owner = Extract<AuditActor, { label: string }>;

const tokenColumns = {
  id: integer("api_tokens.id"),
  label: text("api_tokens.label"),
  scopes: json("api_tokens.scopes"),
  createdAt: timestamp("api_tokens.created_at"),
  createdBy: text("api_tokens.created_by"),
  expiresAt: timestamp("api_tokens.expires_at"),
  lastUsedAt: timestamp("api_tokens.last_used_at"),
  revokedAt: timestamp("api_tokens.revoked_at"),
};

/** Lists all tokens, newest first, including those that are expired or revoked. */
export async function listTokens({ database }: { database: Database }): Promise<ApiTokenView[]> {
  return selectRows(database.kysely, tokenColumns, sql`from api_tokens order by id desc`);
}

/** Describes a token for the audit log, without its secret. */
export function describeToken({ id, label, scopes, expiresAt }: ApiToken) {
  return {
    tokenId: id,
    label,
    scopes: scopes.join(", "),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** Lets secret scanners and people recognise a token. */
const PREFIX = "pdk_";

/**
 * Creates an API token. Only its hash is stored, so it cannot be read again later.
 * @throws RefusalError if `expiresAt` is not in the future, or the session has ended since the call was admitted
 */
export async function createToken(
  context: TokenContext,
  actor: AdministratorActor | Owner,
  { label, scopes, expiresAt = null }: z.output<typeof createTokenInput>,
): Promise<CreatedToken> {
  const createdAt = context.clock.now();
  if (expiresAt && expiresAt <= createdAt)
    throw invalidField("expiresAt", "expiresAt must be in the future");
  const token = `${PREFIX}${generateToken()}`;
  const created = await inTransaction(context.database, async (transaction) => {
    // Commands of the app's own machine have no session.
    if ("sessionId" in actor) await lockTeam(transaction, actor);
    const row = transaction.create(ApiToken, {
      label,
      tokenHash: hashToken(token),
      scopes,
      createdAt,
      createdBy: actor.label,
      expiresAt,
    });
    await transaction.flush();
    await recordEvent(context, transaction, actor, {
      action: "token.created",
      changes: changesBetween({}, describeToken(row)),
    });
    return row;
  });
  const { id, createdBy } = created;
  const unused = { lastUsedAt: null, revokedAt: null };
  return { id, label, scopes, createdAt, createdBy, expiresAt, ...unused, token };
}

/**
 * Revokes an API token. A repeated revocation changes nothing.
 * @throws RefusalError if the token does not exist
 */
export async function revokeToken(context: TokenContext, actor: Owner, id: number): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const token = await transaction.findOne(
      ApiToken,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!token) throw notFound("Token");
    if (token.revokedAt) return;
    token.revokedAt = context.clock.now();
    await recordEvent(context, transaction, actor, {
      action: "token.revoked",
      changes: changesBetween(describeToken(token), {}),
    });
  });
}
