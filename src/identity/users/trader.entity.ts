import { defineEntity, p } from "@mikro-orm/core";
import type { Triggered } from "../../platform/database/tables.ts";

export const TraderSchema = defineEntity({
  name: "Trader",
  tableName: "users",
  properties: {
    id: p.integer().primary().autoincrement(),
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
    searchText: p.text().$type<Triggered<string>>().default("").hidden(),
  },
  indexes: [
    { name: "users_created_at_id_index", properties: ["createdAt", "id"] },
    {
      name: "users_country_index",
      expression: `create index "users_country_index" on "users" (left(country, 200), id) where country is not null`,
    },
    {
      name: "users_banned_index",
      expression: `create index "users_banned_index" on "users" (id) where banned`,
    },
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

/** A notice on a trader's page: the text of a mail, without links that contain a token. */
export const Notice = defineEntity({
  name: "Notice",
  tableName: "notices",
  properties: {
    id: p.integer().primary().autoincrement().generated("by default as identity"),
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .fieldName("user_id")
        .foreignKeyName("notices_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    kind: p.text(),
    subject: p.text(),
    paragraphs: p.array(),
    note: p.text().nullable(),
    linkLabel: p.text().nullable(),
    /** The path of a screen of the web client. */
    linkPath: p.text().nullable(),
    at: p.datetime(3),
    readAt: p.datetime(3).nullable(),
  },
  indexes: [
    { name: "notices_user_id_index", properties: ["trader", "id"] },
    { name: "notices_unread_index", properties: ["trader"], where: "read_at is null" },
  ],
  checks: [{ name: "notices_check", expression: "(link_label is null) = (link_path is null)" }],
});

/** A former email of a trader, to which a recovery still sends its link for a while. */
export const FormerEmail = defineEntity({
  name: "FormerEmail",
  tableName: "former_emails",
  properties: {
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .primary()
        .fieldName("user_id")
        .foreignKeyName("former_emails_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    email: p.text().primary(),
    /** When it was last the trader's email. */
    until: p.datetime(3).index("former_emails_until_index"),
  },
});

/** A device and network that a trader has signed in from. */
export const KnownDevice = defineEntity({
  name: "KnownDevice",
  tableName: "known_devices",
  properties: {
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .primary()
        .fieldName("trader_id")
        .deleteRule("cascade")
        .updateRule("no action"),
    deviceHash: p.text().primary(),
    lastSeenAt: p.datetime(3).index("known_devices_last_seen_at_index"),
  },
});
