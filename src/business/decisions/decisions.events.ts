import { z } from "zod";
import type {
  ActionReader,
  DeclaredAction,
  DeclaredEvent,
} from "../../identity/audit/declared-events.rule.ts";
import { id } from "../../platform/fields/fields.schema.ts";
import { reviewKinds } from "../record/verdicts/review-subject.rule.ts";
import { heldReasons } from "./orders/order.rule.ts";
import { appealDecisions, appealSubjects } from "./appeals/appeal.rule.ts";

const userId = id.meta({ description: "The trader" });

export const programmeActions = {
  "programme.created": { label: "Created a programme", icon: "plus" },
  "programme.version-added": { label: "Added a version to a programme", icon: "plus" },
  "programme.updated": { label: "Changed a programme", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

export const orderActions = {
  "source.created": { label: "Added a source of orders or checks", icon: "plus" },
  "source.changed": { label: "Changed a source", icon: "edit" },
  "source.removed": { label: "Removed a source", icon: "trash" },
  "source.product-mapped": { label: "Mapped a product of a shop", icon: "edit" },
  "order.created": { label: "Entered an order", icon: "plus", preposition: "for" },
  "order.held": { label: "Held an order", icon: "alert", preposition: "of" },
  "order.queued": { label: "Queued an order", icon: "refresh", preposition: "of" },
  "order.started": {
    label: "Started what was ordered",
    icon: "check",
    tone: "good",
    preposition: "for",
  },
  "order.cancelled": { label: "Cancelled what was ordered", icon: "close", preposition: "for" },
  "order.refunded": { label: "Recorded a refund", icon: "refresh", preposition: "for" },
  "order.disputed": {
    label: "Recorded a dispute",
    icon: "alert",
    tone: "critical",
    preposition: "with",
  },
  "order.released": { label: "Released an order", icon: "check", preposition: "of" },
  "order.dismissed": { label: "Dismissed an order", icon: "close", preposition: "of" },
} as const satisfies Record<string, DeclaredAction>;

const ofOrder = {
  userId: id.nullable().meta({ description: "The trader; `null` if the buyer is none" }),
  orderId: id.meta({ examples: [118] }),
};

const ofItem = { ...ofOrder, itemId: id.meta({ examples: [204] }) };

const readOrder = ({ userId: trader, to }: ActionReader) => ({
  userId: trader,
  orderId: to("orderId"),
});

const readItem = (read: ActionReader) => ({ ...readOrder(read), itemId: read.to("itemId") });

export const orderEvents = {
  "order.held": {
    words: "An item of an order is held, because a person has to decide",
    data: z.object({ ...ofItem, reason: z.enum(heldReasons) }),
    example: { userId: null, orderId: 118, itemId: 204, reason: "not_mapped" },
    sentFor: { "order.held": (read) => ({ ...readItem(read), reason: read.to("reason") }) },
  },
  "order.started": {
    words: "An item of an order has started a stage",
    data: z.object({ ...ofItem, userId, stageId: id.meta({ examples: [31] }) }),
    example: { userId: 7, orderId: 118, itemId: 204, stageId: 31 },
    sentFor: { "order.started": (read) => ({ ...readItem(read), stageId: read.to("stageId") }) },
  },
  "order.refunded": {
    words: "An order was refunded, in part or in full",
    data: z.object({ ...ofOrder, isInFull: z.boolean() }),
    example: { userId: 7, orderId: 118, isInFull: true },
    sentFor: {
      "order.refunded": (read) => ({ ...readOrder(read), isInFull: read.to("isInFull") }),
    },
  },
  "order.disputed": {
    words: "A dispute about the payment of an order was opened, won or lost",
    data: z.object({ ...ofOrder, dispute: z.enum(["open", "won", "lost"]) }),
    example: { userId: 7, orderId: 118, dispute: "open" },
    sentFor: { "order.disputed": (read) => ({ ...readOrder(read), dispute: read.to("dispute") }) },
  },
} as const satisfies Record<string, DeclaredEvent>;

export const reviewActions = {
  "review.opened": {
    label: "Opened a review",
    icon: "alert",
    tone: "critical",
    preposition: "for",
  },
  "review.confirmed": { label: "Confirmed a review", icon: "check", preposition: "for" },
  "review.dismissed": { label: "Dismissed a review", icon: "close", preposition: "for" },
  "step.waiting": { label: "Held back the next step", icon: "alert", preposition: "of" },
} as const satisfies Record<string, DeclaredAction>;

const ofReview = { userId, stageId: id.meta({ examples: [31] }), kind: z.enum(reviewKinds) };

const readReview = ({ userId: trader, to }: ActionReader) => ({
  userId: trader,
  stageId: to("stageId"),
  kind: to("kind"),
});

export const reviewEvents = {
  "review.opened": {
    words: "A breach or a pass needs a decision by a person",
    data: z.object(ofReview),
    example: { userId: 7, stageId: 31, kind: "breach" },
    sentFor: { "review.opened": readReview },
  },
  "review.decided": {
    words: "A review was confirmed or dismissed",
    data: z.object({ ...ofReview, decision: z.enum(["confirm", "dismiss"]) }),
    example: { userId: 7, stageId: 31, kind: "breach", decision: "confirm" },
    sentFor: {
      "review.confirmed": (read) => ({ ...readReview(read), decision: "confirm" }),
      "review.dismissed": (read) => ({ ...readReview(read), decision: "dismiss" }),
    },
  },
} as const satisfies Record<string, DeclaredEvent>;

export const appealActions = {
  "appeal.created": { label: "Appealed against a decision", icon: "edit", preposition: "" },
  "appeal.file-attached": {
    label: "Attached a file to an appeal",
    icon: "document",
    preposition: "",
  },
  "appeal.granted": { label: "Granted an appeal", icon: "check", preposition: "for" },
  "appeal.denied": { label: "Denied an appeal", icon: "close", preposition: "for" },
  "appeal-settings.changed": { label: "Changed the settings for appeals", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

const ofAppeal = {
  userId,
  appealId: id.meta({ examples: [9] }),
  subject: z
    .object({ kind: z.enum(appealSubjects), id })
    .meta({ description: "The review, the payout request, the finding or the link" }),
};

const appeal = { userId: 7, appealId: 9, subject: { kind: "review", id: 12 } } as const;

const readAppeal = ({ userId: trader, to }: ActionReader) => ({
  userId: trader,
  appealId: to("appealId"),
  subject: { kind: to("subjectKind"), id: to("subjectId") },
});

export const appealEvents = {
  "appeal.created": {
    words:
      "A trader appealed against a confirmed breach, a rejected payout request, a finding or a link",
    data: z.object(ofAppeal),
    example: appeal,
    sentFor: { "appeal.created": readAppeal },
  },
  "appeal.decided": {
    words: "An appeal was granted or denied",
    data: z.object({ ...ofAppeal, decision: z.enum(appealDecisions) }),
    example: { ...appeal, decision: "grant" },
    sentFor: {
      "appeal.granted": (read) => ({ ...readAppeal(read), decision: "grant" }),
      "appeal.denied": (read) => ({ ...readAppeal(read), decision: "deny" }),
    },
  },
} as const satisfies Record<string, DeclaredEvent>;
