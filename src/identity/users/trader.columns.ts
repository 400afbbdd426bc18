/** The columns of a trader as he sees himself, named as on the wire. */
export const currentTraderColumns = [
  "users.id as id",
  "users.full_name as fullName",
  "users.email as email",
  "users.country as country",
  "users.city as city",
  "users.street as street",
  "users.house_number as houseNumber",
  "users.privacy_policy_agreed as privacyPolicyAgreed",
  "users.created_at as createdAt",
] as const;

/** The columns of a trader as administrators see him. */
export const adminTraderColumns = [
  ...currentTraderColumns,
  "users.banned as banned",
  "users.ban_reason as banReason",
] as const;
