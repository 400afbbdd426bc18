import { z } from "zod";
import type {
  ActionReader,
  DeclaredAction,
  DeclaredEvent,
} from "../../identity/audit/declared-events.rule.ts";
import { id } from "../../platform/fields/fields.schema.ts";
import { waitingActorNames, waitingKindNames } from "./waiting/waiting.rule.ts";
import { openAccountFields } from "./accounts/account.fields.ts";

const userId = id.meta({ description: "The trader" });

export const traderActions = {
  "trader.registered": { label: "Registered", icon: "user" },
  "trader.created": { label: "Created the user", icon: "user", preposition: "" },
  "trader.created-by-order": {
    label: "Created the user for an order",
    icon: "user",
    preposition: "",
  },
  "trader.updated": { label: "Changed the profile", icon: "edit" },
  "trader.banned": { label: "Banned the user", icon: "close", tone: "critical", preposition: "" },
  "trader.unbanned": {
    label: "Unbanned the user",
    icon: "circleCheck",
    tone: "good",
    preposition: "",
  },
  "trader.deleted": { label: "Deleted the user", icon: "trash", tone: "critical", preposition: "" },
  "trader.data-exported": {
    label: "Exported all data of the user",
    icon: "download",
    preposition: "",
  },
} as const satisfies Record<string, DeclaredAction>;

export const accountActions = {
  "trader.tagged": { label: "Changed the tags", icon: "edit" },
  "note.added": { label: "Added an internal note", icon: "edit", preposition: "about" },
  "account.updated": { label: "Changed the trading account", icon: "edit" },
  "master-password.viewed": { label: "Viewed the master password", icon: "eye" },
} as const satisfies Record<string, DeclaredAction>;

/** Captured by a trigger on `account_waits`. */
export const waitingEvents = {
  "account.waiting": {
    words: "An account waits for something else, or for someone else",
    data: z.object({
      userId,
      kind: z.enum(waitingKindNames),
      actor: z.enum(waitingActorNames),
    }),
    example: { userId: 7, kind: "identity", actor: "trader" },
  },
} as const satisfies Record<string, DeclaredEvent>;

export const gateActions = {
  "gate-settings.changed": { label: "Changed the settings of gates", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

export const agreementActions = {
  "agreement.created": { label: "Added an agreement", icon: "document" },
  "agreement.version-added": { label: "Added a version to an agreement", icon: "document" },
  "agreement.updated": { label: "Changed an agreement", icon: "edit" },
  "agreement.accepted": {
    label: "Accepted an agreement",
    icon: "check",
    tone: "good",
    preposition: "",
  },
} as const satisfies Record<string, DeclaredAction>;

export const identityActions = {
  "identity.started": { label: "Started to prove the identity", icon: "edit", preposition: "" },
  "identity.picture-added": {
    label: "Added a picture of a document",
    icon: "document",
    preposition: "",
  },
  "identity.submitted": { label: "Submitted the identity", icon: "document", preposition: "" },
  "identity.approved": { label: "Approved the identity", icon: "check", tone: "good" },
  "identity.rejected": { label: "Rejected the identity", icon: "close", tone: "critical" },
  "identity.rechecked": { label: "Asked for the identity again", icon: "alert" },
  "identity.viewed": { label: "Viewed a picture of a document", icon: "eye" },
  "identity-settings.changed": { label: "Changed the settings for identities", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

export const viewActions = {
  "view.shared": { label: "Shared a view of a table", icon: "filter" },
  "view.changed": { label: "Changed a shared view", icon: "edit" },
  "view.unshared": { label: "Stopped sharing a view", icon: "filter" },
  "view.deleted": { label: "Deleted a shared view", icon: "trash" },
} as const satisfies Record<string, DeclaredAction>;

/** Changing only the reason of a ban does not count as one. */
const readBan = ({ userId: trader, changed }: ActionReader) =>
  changed.has("banned") ? { userId: trader } : undefined;

const readIdentity = ({ userId: trader, to }: ActionReader) => ({
  userId: trader,
  identityId: to("identityId"),
});

export const traderEvents = {
  "trader.created": {
    words: "A trader registered, or was created by an administrator or for an order",
    data: z.object({ userId, source: z.enum(["registration", "administrator", "order"]) }),
    example: { userId: 7, source: "registration" },
    sentFor: {
      "trader.registered": (read) => ({ userId: read.userId, source: "registration" }),
      "trader.created": (read) => ({ userId: read.userId, source: "administrator" }),
      "trader.created-by-order": (read) => ({ userId: read.userId, source: "order" }),
    },
  },
  "trader.banned": {
    words: "A trader was banned",
    data: z.object({ userId }),
    example: { userId: 7 },
    sentFor: { "trader.banned": readBan },
  },
  "trader.unbanned": {
    words: "A trader was unbanned",
    data: z.object({ userId }),
    example: { userId: 7 },
    sentFor: { "trader.unbanned": readBan },
  },
  "account.updated": {
    words: "An administrator changed a trading account",
    data: z.object({ userId, changed: z.array(z.enum(openAccountFields)) }),
    example: { userId: 7, changed: ["balance", "status"] },
    sentFor: {
      "account.updated": (read) => {
        const changed = openAccountFields.filter((field) => read.changed.has(field));
        return changed.length > 0 ? { userId: read.userId, changed } : undefined;
      },
    },
  },
} as const satisfies Record<string, DeclaredEvent>;

export const entryEvents = {
  "identity.decided": {
    words: "An identity was approved or rejected",
    data: z.object({
      userId,
      identityId: id.meta({ examples: [31] }),
      decision: z.enum(["approve", "reject"]),
    }),
    example: { userId: 7, identityId: 31, decision: "approve" },
    sentFor: {
      "identity.approved": (read) => ({ ...readIdentity(read), decision: "approve" }),
      "identity.rejected": (read) => ({ ...readIdentity(read), decision: "reject" }),
    },
  },
  "agreement.accepted": {
    words: "A trader accepted a version of an agreement",
    data: z.object({
      userId,
      agreementId: id.meta({ examples: [3] }),
      versionId: id.meta({ examples: [12] }),
    }),
    example: { userId: 7, agreementId: 3, versionId: 12 },
    sentFor: {
      "agreement.accepted": (read) => ({
        userId: read.userId,
        agreementId: read.to("agreementId"),
        versionId: read.to("versionId"),
      }),
    },
  },
} as const satisfies Record<string, DeclaredEvent>;
