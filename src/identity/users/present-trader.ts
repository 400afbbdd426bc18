import type { Trader } from "./trader.entity.ts";
import type { CurrentTrader } from "./user.schema.ts";
import { boolean, integer, text, timestamp } from "../../platform/database/columns.ts";
import { columnsOf } from "../../platform/declared/field-columns.ts";
import { keysOf } from "../../platform/fields/keys-of.rule.ts";
import { pick, withNulls } from "../../platform/fields/pick.rule.ts";
import { traderFields } from "./trader.fields.ts";
import { byTrader, type OwnDataPart } from "./own-data-part.ts";

/** Presents a trader to themselves: without secrets, and with `null` for unset fields. */
export function presentTrader(trader: Trader): CurrentTrader {
  return {
    id: trader.id,
    ...withNulls(pick(trader, keysOf(traderFields))),
    privacyPolicyAgreed: trader.privacyPolicyAgreed,
    createdAt: trader.createdAt,
  };
}

const enteredColumns = columnsOf(traderFields);

/** A trader as traders see themselves. */
export const currentTraderColumns = {
  id: integer("users.id"),
  ...enteredColumns,
  privacyPolicyAgreed: boolean("users.privacy_policy_agreed"),
  createdAt: timestamp("users.created_at"),
};

/** A trader as administrators see them. */
export const adminTraderColumns = {
  ...currentTraderColumns,
  emailVerifiedAt: timestamp("users.email_verified_at"),
  banned: boolean("users.banned"),
  banReason: text("users.ban_reason"),
};

export const profilePart: OwnDataPart = {
  name: "profile",
  about: "Name, contact and status",
  table: "users",
  where: byTrader("users.id"),
  key: ["users.id"],
  isSingle: true,
  columns: {
    id: integer("users.id"),
    ...pick(enteredColumns, ["fullName", "email"]),
    emailVerifiedAt: timestamp("users.email_verified_at"),
    ...enteredColumns,
    privacyPolicyAgreed: boolean("users.privacy_policy_agreed"),
    banned: boolean("users.banned"),
    banReason: text("users.ban_reason"),
    createdAt: timestamp("users.created_at"),
  },
};
