import { z } from "zod";
import type {
  ActionReader,
  DeclaredAction,
  DeclaredEvent,
} from "../../identity/audit/declared-events.rule.ts";
import { id } from "../../platform/fields/fields.schema.ts";
import { reviewKinds } from "../record/verdicts/review-subject.rule.ts";
import { appealDecisions, appealSubjects } from "./appeals/appeal.rule.ts";

const userId = id.meta({ description: "The trader" });

export const programmeActions = {
  "programme.created": { label: "Created a programme", icon: "plus" },
  "programme.version-added": { label: "Added a version to a programme", icon: "plus" },
  "programme.updated": { label: "Changed a programme", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

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
    .meta({ description: "The review or the payout request" }),
};

const appeal = { userId: 7, appealId: 9, subject: { kind: "review", id: 12 } } as const;

const readAppeal = ({ userId: trader, to }: ActionReader) => ({
  userId: trader,
  appealId: to("appealId"),
  subject: { kind: to("subjectKind"), id: to("subjectId") },
});

export const appealEvents = {
  "appeal.created": {
    words: "A trader appealed against a confirmed breach or a rejected payout request",
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
