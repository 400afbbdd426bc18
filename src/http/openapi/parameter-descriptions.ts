import type { z } from "zod";

/** Descriptions of parameters by name, for parameters whose schema has none. */
const descriptions: Record<string, string> = {
  from: "At this time or later",
  to: "At this time or earlier",
  limit: "The size of a page",
  search: "Text to search for in the fields of the list",
  sort: "The field to sort by",
  order: "The direction of the `sort`",
  stage: "The id of a stage; the current one by default",
  status: "Only items with this status",
  tag: "Only traders with this tag",
  points: "The maximum number of points of the curve",
  minAmount: "Only amounts of at least this value",
  maxAmount: "Only amounts of at most this value",
  paymentMethod: "Only requests by this method",
  action: "Only events with this action",
  actor: "Only events by this kind of actor",
  traderId: "Only events about this trader",
  payoutId: "Only events about this payout request",
  userId: "Only items of this trader",
  sourceId: "Only orders of this source",
  deliveryId: "The id of the delivery",
  versionId: "The id of the version",
};

/** What `{id}` identifies, by the preceding segment of the path. */
const nouns: Record<string, string> = {
  user: "trader",
  payouts: "payout request",
  payments: "payment run",
  sessions: "session",
  persons: "person",
  links: "case",
  reviews: "review",
  appeals: "appeal",
  findings: "finding",
  conduct: "finding",
  "appeal-attachments": "file",
  stages: "stage",
  rules: "rule set",
  programmes: "programme",
  agreements: "agreement",
  orders: "order",
  sources: "source",
  hooks: "source",
  identities: "identity",
  "identity-files": "picture",
  actions: "action",
  statements: "statement",
  tokens: "API token",
  webhooks: "webhook",
  team: "administrator",
  certificates: "certificate",
  passkeys: "passkey",
  views: "view",
};

/**
 * Returns the description in the schema of the call's input, which the generator drops for optional fields, or else the
 * one for the parameter's name; undefined if neither exists.
 */
export function describeParameter(
  path: string,
  name: string,
  schema?: z.core.$ZodType,
): string | undefined {
  const own = schema && (schema as z.ZodType).description;
  if (own) return own;
  const [, segment] = new RegExp(`/([^/]+)/\\{${name}\\}`).exec(path) ?? [];
  const noun = name === "id" && segment ? nouns[segment] : undefined;
  return noun ? `The id of the ${noun}` : descriptions[name];
}
