import { defineEntity, p } from "@mikro-orm/core";
import type { ColumnType, Generated } from "kysely";

const TraderSchema = defineEntity({
  name: "Trader",
  tableName: "users",
  properties: {
    id: p.integer().primary(),
    fullName: p.text().nullable(),
    /** In lower case, so that the unique index ignores case. */
    email: p.text().unique("users_email_unique"),
    /** An argon2id hash; null until an invited trader has set a password. */
    password: p.text().nullable().hidden(),
    country: p.text().nullable(),
    city: p.text().nullable(),
    street: p.text().nullable(),
    houseNumber: p.text().nullable(),
    privacyPolicyAgreed: p.boolean().default(false),
    banned: p.boolean().default(false),
    banReason: p.text().nullable(),
    /** SHA-256 of the token in the latest reset or invitation link. */
    resetToken: p.text().nullable().hidden().unique("users_reset_token_unique"),
    resetTokenExpiry: p.datetime(3).nullable().hidden(),
    /** `null` until the trader has opened a link that was mailed to the current address. */
    emailVerifiedAt: p.datetime(3).nullable().hidden(),
    /** SHA-256 of the token in the latest link that verifies the email. */
    emailToken: p.text().nullable().hidden().unique("users_email_token_unique"),
    emailTokenExpiry: p.datetime(3).nullable().hidden(),
    createdAt: p.datetime(3),
    /**
     * Name, email and broker login in lower case, for searches; maintained by triggers. Not lazy, because the unit of
     * work resets a value that it did not load.
     */
    searchText: p.text().default("").hidden(),
  },
  indexes: [
    { name: "users_created_at_id_index", properties: ["createdAt", "id"] },
    {
      name: "users_full_name_asc_index",
      expression: `create index "users_full_name_asc_index" on "users" ((full_name is null), coalesce(left(full_name, 200), ''), id)`,
    },
    {
      name: "users_full_name_desc_index",
      expression: `create index "users_full_name_desc_index" on "users" ((full_name is not null), coalesce(left(full_name, 200), ''), id)`,
    },
    {
      name: "users_search_text_index",
      expression: `create index "users_search_text_index" on "users" using gin ("search_text" gin_trgm_ops) with (fastupdate = off)`,
    },
    {
      name: "users_word_starts_index",
      expression: `create index "users_word_starts_index" on "users" using gin (word_starts(search_text)) with (fastupdate = off)`,
    },
  ],
  checks: [
    { name: "users_email_lower_case", expression: "email = lower(email)" },
    { name: "users_ban_reason_only_while_banned", expression: "banned or ban_reason is null" },
    {
      name: "users_reset_token_expires",
      expression: "(reset_token is null) = (reset_token_expiry is null)",
    },
    {
      name: "users_email_token_expires",
      expression: "(email_token is null) = (email_token_expiry is null)",
    },
  ],
});

/** A person who trades for the firm (table `users`). */
export class Trader extends TraderSchema.class {}

TraderSchema.setClass(Trader);

declare module "../../platform/database/tables.ts" {
  interface Tables {
    users: {
      id: Generated<number>;
      full_name: string | null;
      email: string;
      password: string | null;
      country: string | null;
      city: string | null;
      street: string | null;
      house_number: string | null;
      privacy_policy_agreed: boolean;
      banned: boolean;
      ban_reason: string | null;
      reset_token: string | null;
      reset_token_expiry: string | null;
      email_verified_at: Generated<string | null>;
      email_token: Generated<string | null>;
      email_token_expiry: Generated<string | null>;
      created_at: string;
      search_text: ColumnType<string, never, never>;
    };
  }
}
