import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { integer, json, selectRows, text, timestamp } from "../../platform/database/columns.ts";
import type { ApiTokenView } from "./tokens.schema.ts";

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
