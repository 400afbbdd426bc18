import { defineEntity, p } from "@mikro-orm/core";
import { Administrator } from "../team/administrator.entity.ts";
import { Trader } from "../users/trader.entity.ts";

export const SessionSchema = defineEntity({
  name: "Session",
  tableName: "sessions",
  properties: {
    id: p.integer().primary().autoincrement(),
    /** SHA-256 of the token in the session cookie. */
    tokenHash: p.text().hidden().unique("sessions_token_hash_unique"),
    trader: () =>
      p
        .manyToOne(Trader)
        .fieldName("user_id")
        .nullable()
        .index("sessions_user_id_index")
        .deleteRule("cascade")
        .updateRule("no action"),
    administrator: () =>
      p
        .manyToOne(Administrator)
        .fieldName("admin_id")
        .nullable()
        .index("sessions_admin_id_index")
        .deleteRule("cascade")
        .updateRule("no action"),
    /** The network address of the sign-in; forwarded addresses are accepted only from trusted proxies. */
    address: p.text().nullable(),
    userAgent: p.text().nullable(),
    /** Whether a second factor, or a passkey alone, was used to sign in; recorded for administrators only. */
    secondFactor: p.boolean().default(false),
    createdAt: p.datetime(3),
    /** Accurate to five minutes. */
    lastSeenAt: p.datetime(3),
    expiresAt: p.datetime(3).index("sessions_expires_at_index"),
  },
  checks: [
    {
      name: "sessions_have_one_owner",
      expression: "(user_id is null) <> (admin_id is null)",
    },
  ],
});

/** A browser or tool that is signed in as a trader or as an administrator. */
export class Session extends SessionSchema.class {}

SessionSchema.setClass(Session);
