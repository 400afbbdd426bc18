import type { Trader } from "./trader.entity.ts";
import type { CurrentTrader } from "./user.schema.ts";
import { boolean, integer, text, timestamp } from "../../platform/database/columns.ts";
import { byTrader, type OwnDataPart } from "./own-data-part.ts";

/** Presents a trader to themselves: without secrets, and with `null` for unset fields. */
export function presentTrader(trader: Trader): CurrentTrader {
  return {
    id: trader.id,
    fullName: trader.fullName ?? null,
    email: trader.email,
    country: trader.country ?? null,
    city: trader.city ?? null,
    street: trader.street ?? null,
    houseNumber: trader.houseNumber ?? null,
    privacyPolicyAgreed: trader.privacyPolicyAgreed,
    createdAt: trader.createdAt,
  };
}

/** A trader as traders see themselves. */
export const currentTraderColumns = {
  id: integer("users.id"),
  fullName: text("users.full_name"),
  email: text("users.email"),
  country: text("users.country"),
  city: text("users.city"),
  street: text("users.street"),
  houseNumber: text("users.house_number"),
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
    fullName: text("users.full_name"),
    email: text("users.email"),
    emailVerifiedAt: timestamp("users.email_verified_at"),
    country: text("users.country"),
    city: text("users.city"),
    street: text("users.street"),
    houseNumber: text("users.house_number"),
    privacyPolicyAgreed: boolean("users.privacy_policy_agreed"),
    banned: boolean("users.banned"),
    banReason: text("users.ban_reason"),
    createdAt: timestamp("users.created_at"),
  },
};
