import { sql } from "kysely";
import { type Database, inTransaction } from "../../platform/database/database.ts";
import { integer, json, selectRows, text, timestamp } from "../../platform/database/columns.ts";
import type { ApiTokenView, CreatedToken, createTokenInput } from "./tokens.schema.ts";
import { ApiToken } from "./api-token.entity.ts";
import type { z } from "zod";
import { changesBetween } from "../audit/audit-event.rule.ts";
import { type AuditActor, recordEvent } from "../audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { invalidField } from "../../platform/errors.ts";
import { generateToken, hashToken } from "../../platform/vault/tokens.ts";
import { Administrator } from "../team/administrator.entity.ts";
import type { AdministratorActor } from "../sessions/authenticate.ts";
import { describeToken } from "./revoke-tokens.ts";
import { lockTeam } from "../team/team-settings.ts";

type TokenContext = Pick<Context, "clock" | "database">;
export type TokenMaker = Extract<AuditActor, { label: string }>;

const tokenColumns = {
  id: integer("api_tokens.id"),
  label: text("api_tokens.label"),
  scopes: json("api_tokens.scopes"),
  createdAt: timestamp("api_tokens.created_at"),
  makerId: integer("api_tokens.created_by_id"),
  maker: text("admins.label"),
  createdBy: text("api_tokens.created_by"),
  expiresAt: timestamp("api_tokens.expires_at"),
  lastUsedAt: timestamp("api_tokens.last_used_at"),
  revokedAt: timestamp("api_tokens.revoked_at"),
};

/** Lists all tokens, newest first, including those that are expired or revoked. */
export async function listTokens({ database }: { database: Database }): Promise<ApiTokenView[]> {
  const rows = await selectRows(
    database.kysely,
    tokenColumns,
    sql`from api_tokens left join admins on admins.id = api_tokens.created_by_id order by api_tokens.id desc`,
  );
  return rows.map(({ makerId, maker, createdBy, ...token }) => ({
    ...token,
    createdBy: { id: makerId, name: maker ?? createdBy },
  }));
}

/** Lets secret scanners and people recognise a token. */
const PREFIX = "pdk_";

/**
 * Creates an API token. Only its hash is stored, so it cannot be read again later.
 * @throws RefusalError if `expiresAt` is not in the future, or the session has ended since the call was admitted
 */
export async function createToken(
  context: TokenContext,
  actor: AdministratorActor | TokenMaker,
  { label, scopes, expiresAt = null }: z.output<typeof createTokenInput>,
): Promise<CreatedToken> {
  const createdAt = context.clock.now();
  if (expiresAt && expiresAt <= createdAt)
    throw invalidField("expiresAt", "expiresAt must be in the future");
  const token = `${PREFIX}${generateToken()}`;
  const makerId = actor.kind === "administrator" ? actor.id : null;
  const created = await inTransaction(context.database, async (transaction) => {
    await lockTeam(transaction);
    const row = transaction.create(ApiToken, {
      label,
      tokenHash: hashToken(token),
      scopes,
      createdAt,
      createdBy: actor.label,
      maker: makerId === null ? null : transaction.getReference(Administrator, makerId),
      expiresAt,
    });
    await transaction.flush();
    await recordEvent(context, transaction, actor, {
      action: "token.created",
      changes: changesBetween({}, describeToken(row)),
    });
    return row;
  });
  const { id } = created;
  const createdBy = { id: makerId, name: actor.label };
  const unused = { lastUsedAt: null, revokedAt: null };
  return { id, label, scopes, createdAt, createdBy, expiresAt, ...unused, token };
}
