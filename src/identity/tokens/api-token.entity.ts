import { defineEntity, p } from "@mikro-orm/core";
import { Administrator } from "../team/administrator.entity.ts";
import type { Scope } from "./scopes.rule.ts";

export const ApiTokenSchema = defineEntity({
  name: "ApiToken",
  tableName: "api_tokens",
  properties: {
    id: p.integer().primary().autoincrement(),
    label: p.text(),
    /** SHA-256 of the token. */
    tokenHash: p.text().hidden().unique("api_tokens_token_hash_unique"),
    scopes: p.array<Scope>(),
    createdAt: p.datetime(3),
    /** The label of the administrator at the time of creation, or when they took the token over. */
    createdBy: p.text(),
    /** Who answers for the token; `null` if it was created on the command line. */
    maker: () =>
      p
        .manyToOne(Administrator)
        .fieldName("created_by_id")
        .nullable()
        .index("api_tokens_created_by_id_index")
        .foreignKeyName("api_tokens_created_by_id_fkey")
        .deleteRule("no action")
        .updateRule("no action"),
    /** `null` if the token does not expire. */
    expiresAt: p.datetime(3).nullable(),
    /** Accurate to a minute. */
    lastUsedAt: p.datetime(3).nullable(),
    /** The last calls that fed records, and about actions; accurate to a few seconds. */
    lastFeedAt: p.datetime(3).nullable(),
    lastPollAt: p.datetime(3).nullable(),
    /** The token is invalid from this time on. The row stays, because records and events refer to it. */
    revokedAt: p.datetime(3).nullable(),
  },
});

/** A credential of a tool, with the scopes that it may use. */
export class ApiToken extends ApiTokenSchema.class {}

ApiTokenSchema.setClass(ApiToken);
