import { boolean, integer, text, timestamp } from "../../platform/database/columns.ts";

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
