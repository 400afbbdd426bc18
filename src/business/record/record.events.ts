import { z } from "zod";
import type {
  ActionReader,
  DeclaredAction,
  DeclaredEvent,
} from "../../identity/audit/declared-events.rule.ts";
import { id } from "../../platform/fields/fields.schema.ts";
import { moneySum } from "../../platform/money/money.schema.ts";
import { keysOf } from "../../platform/fields/keys-of.rule.ts";
import { conductNames } from "../rulebook/kinds/conduct/conduct-names.rule.ts";
import { conductConsequences } from "../rulebook/kinds/conduct/conduct.schema.ts";
import { outcomes } from "../rulebook/engine/outcome.rule.ts";
import { grades } from "../rulebook/engine/verdict.schema.ts";
import { watchedLimits } from "../rulebook/kinds/parts/floor.rule.ts";
import { actionKinds, finishedStatuses } from "./actions/action.rule.ts";
import { findingKinds } from "./feed/findings/finding.rule.ts";
import { bookedTables } from "./records/sources.rule.ts";
import { stageOutcomes } from "./stages/stage.schema.ts";
import { reconciliationStatuses } from "./statements/reading/reconcile.rule.ts";

const userId = id.meta({ description: "The trader" });
const stageId = id.meta({ examples: [31] });

export const stageActions = {
  "stage.started": { label: "Started a stage", icon: "plus", preposition: "for" },
  "stage.ended": { label: "Ended a stage", icon: "check", preposition: "for" },
  "stage.reopened": { label: "Reopened a stage", icon: "refresh", preposition: "for" },
  "stage.rules-changed": {
    label: "Changed the rules of a stage",
    icon: "edit",
    preposition: "for",
  },
} as const satisfies Record<string, DeclaredAction>;

export const stageEvents = {
  "stage.started": {
    words: "A stage started",
    data: z.object({ userId, stageId, phase: z.string().meta({ examples: ["Phase 2"] }) }),
    example: { userId: 7, stageId: 32, phase: "Phase 2" },
    sentFor: {
      "stage.started": (read) => ({
        userId: read.userId,
        stageId: read.to("stageId"),
        phase: read.to("phase"),
      }),
    },
  },
  "stage.ended": {
    words: "A stage ended, or its end or outcome was changed",
    data: z.object({
      userId,
      stageId,
      outcome: z
        .enum(stageOutcomes)
        .nullable()
        .optional()
        .meta({ description: "Absent if this event did not change it" }),
    }),
    example: { userId: 7, stageId: 31, outcome: "passed" },
    sentFor: {
      "stage.ended": (read) => ({
        userId: read.userId,
        stageId: read.to("stageId"),
        ...(read.changed.has("outcome") && { outcome: read.to("outcome") }),
      }),
    },
  },
} as const satisfies Record<string, DeclaredEvent>;

export const statementActions = {
  "statement.imported": { label: "Imported a statement", icon: "document", preposition: "for" },
  "statement.confirmed": {
    label: "Confirmed a statement",
    icon: "check",
    tone: "good",
    preposition: "for",
  },
  "statement.withdrawn": {
    label: "Withdrew a statement",
    icon: "trash",
    tone: "critical",
    preposition: "for",
  },
  "balance.corrected": { label: "Corrected the balance", icon: "edit", preposition: "for" },
} as const satisfies Record<string, DeclaredAction>;

export const statementEvents = {
  "statement.imported": {
    words: "A statement was imported",
    data: z.object({
      userId,
      stageId,
      statementId: id.meta({ examples: [12] }),
      status: z.enum(reconciliationStatuses),
    }),
    example: { userId: 7, stageId: 31, statementId: 12, status: "reconciled" },
    sentFor: {
      "statement.imported": (read) => ({
        userId: read.userId,
        stageId: read.to("stageId"),
        statementId: read.to("statementId"),
        status: read.to("status"),
      }),
    },
  },
} as const satisfies Record<string, DeclaredEvent>;

/** Captured by a trigger on the verdicts. */
export const verdictEvents = {
  "verdict.changed": {
    words: "The outcome of a stage's verdict changed, or the status of one of its rules",
    data: z.object({
      userId,
      stageId,
      verdictId: id,
      outcome: z.enum(outcomes),
      grade: z.enum(grades),
    }),
    example: { userId: 7, stageId: 31, verdictId: 118, outcome: "passed", grade: "observed" },
  },
} as const satisfies Record<string, DeclaredEvent>;

export const warningActions = {
  "warning-settings.changed": { label: "Changed the settings for warnings", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

/** Captured by a trigger on the warnings. */
export const warningEvents = {
  "account.warning": {
    words: "A trader was warned that much of a loss limit is used",
    data: z.object({
      userId,
      stageId,
      warningId: id.meta({ examples: [15] }),
      kind: z.enum(watchedLimits),
      index: z.int(),
      percent: z.int().meta({ examples: [80] }),
      day: z.string().nullable().meta({ description: "The trading day; `null` for the stage" }),
      at: z.string().meta({ format: "date-time", examples: ["2026-03-02T10:00:00.000Z"] }),
      value: moneySum,
      floor: moneySum,
      room: moneySum,
    }),
    example: {
      userId: 7,
      stageId: 31,
      warningId: 15,
      kind: "daily_loss",
      index: 0,
      percent: 80,
      day: "2026-03-02",
      at: "2026-03-02T10:00:00.000Z",
      value: "98790.00",
      floor: "97000.00",
      room: "1790.00",
    },
  },
} as const satisfies Record<string, DeclaredEvent>;

const ofFinding = {
  userId,
  stageId,
  findingId: id.meta({ examples: [21] }),
  kind: z.enum(keysOf(conductNames)),
  index: z.int(),
  consequence: z.enum(conductConsequences),
};

const finding = {
  userId: 7,
  stageId: 31,
  findingId: 21,
  kind: "news",
  index: 0,
  consequence: "deduct",
} as const;

export const conductActions = {
  "conduct.waived": { label: "Waived a finding", icon: "check", preposition: "of" },
} as const satisfies Record<string, DeclaredAction>;

/** Captured by a trigger on the findings. */
export const conductEvents = {
  "conduct.found": {
    words: "A rule about how an account is traded was not kept",
    data: z.object(ofFinding),
    example: finding,
  },
  "conduct.closed": {
    words: "A finding was waived, is gone, or is only a note by now",
    data: z.object({ ...ofFinding, status: z.enum(["noted", "waived", "gone"]) }),
    example: { ...finding, status: "waived" },
  },
} as const satisfies Record<string, DeclaredEvent>;

export const platformActions = {
  "action.requested": { label: "Requested an action", icon: "plus", preposition: "for" },
  "action.proposed": { label: "Proposed an action", icon: "alert", preposition: "for" },
  "action.approved": { label: "Approved an action", icon: "check", preposition: "for" },
  "action.retried": { label: "Requested an action again", icon: "refresh", preposition: "for" },
  "action.cancelled": { label: "Cancelled an action", icon: "close", preposition: "for" },
  "action.done": { label: "Executed an action", icon: "check", tone: "good", preposition: "for" },
  "action.failed": {
    label: "Failed to execute an action",
    icon: "alert",
    tone: "critical",
    preposition: "for",
  },
  "enforcement-settings.changed": { label: "Changed which events ask for actions", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

const ofAction = {
  userId,
  actionId: id.meta({ examples: [9] }),
  kind: z.enum(actionKinds),
  amount: moneySum
    .nullable()
    .meta({ description: "Of `withdraw` and `deposit`, in the currency of the account" }),
};

const action = { userId: 7, actionId: 9, kind: "disable_trading", amount: null } as const;

const readAction = ({ userId: trader, to }: ActionReader) => ({
  userId: trader,
  actionId: to("actionId"),
  kind: to("action"),
  amount: to("amount") ?? null,
});

const readFinished = (read: ActionReader) => ({ ...readAction(read), status: read.to("status") });

export const platformEvents = {
  "action.requested": {
    words: "An action waits for a bridge",
    data: z.object(ofAction),
    example: action,
    sentFor: {
      "action.requested": readAction,
      "action.approved": readAction,
      "action.retried": readAction,
    },
  },
  "action.finished": {
    words: "An action was executed, has failed or was cancelled",
    data: z.object({ ...ofAction, status: z.enum(finishedStatuses) }),
    example: { ...action, status: "done" },
    sentFor: {
      "action.done": readFinished,
      "action.failed": readFinished,
      "action.cancelled": readFinished,
    },
  },
} as const satisfies Record<string, DeclaredEvent>;

export const findingActions = {
  "finding.opened": {
    label: "Found a record that the platform shows otherwise",
    icon: "alert",
    tone: "critical",
    preposition: "for",
  },
  "finding.resolved": {
    label: "Found that the platform shows a record again",
    icon: "check",
    tone: "good",
    preposition: "for",
  },
  "finding.accepted": {
    label: "Accepted what the platform shows",
    icon: "check",
    preposition: "for",
  },
  "finding.kept": {
    label: "Kept a record that the platform shows otherwise",
    icon: "check",
    preposition: "for",
  },
} as const satisfies Record<string, DeclaredAction>;

export const findingEvents = {
  "bridge.finding": {
    words: "The platform no longer shows a record as it was fed",
    data: z.object({
      userId,
      stageId,
      findingId: id.meta({ examples: [4] }),
      kind: z.enum(findingKinds),
      item: z.enum(bookedTables),
      ticket: z.string().meta({ examples: ["2001"] }),
    }),
    example: {
      userId: 7,
      stageId: 31,
      findingId: 4,
      kind: "changed",
      item: "deals",
      ticket: "2001",
    },
    sentFor: {
      "finding.opened": (read) => ({
        userId: read.userId,
        stageId: read.to("stageId"),
        findingId: read.to("findingId"),
        kind: read.to("finding"),
        item: read.to("item"),
        ticket: read.to("ticket"),
      }),
    },
  },
} as const satisfies Record<string, DeclaredEvent>;

export const certificateActions = {
  "certificate.issued": { label: "Issued a certificate", icon: "document", preposition: "to" },
  "certificate.withdrawn": { label: "Withdrew a certificate", icon: "document", tone: "critical" },
} as const satisfies Record<string, DeclaredAction>;

const ofCertificate = { userId, certificateId: id.meta({ examples: [5] }) };

const readCertificate = ({ userId: trader, to }: ActionReader) => ({
  userId: trader,
  certificateId: to("certificateId"),
});

export const certificateEvents = {
  "certificate.issued": {
    words: "A certificate was issued",
    data: z.object(ofCertificate),
    example: { userId: 7, certificateId: 5 },
    sentFor: { "certificate.issued": readCertificate },
  },
  "certificate.withdrawn": {
    words: "A certificate was withdrawn",
    data: z.object(ofCertificate),
    example: { userId: 7, certificateId: 5 },
    sentFor: { "certificate.withdrawn": readCertificate },
  },
} as const satisfies Record<string, DeclaredEvent>;

export const rebuildActions = {
  "rebuild.started": { label: "Started a rebuild of records", icon: "refresh", preposition: "" },
  "rebuild.stopped": { label: "Stopped a rebuild of records", icon: "close", preposition: "" },
} as const satisfies Record<string, DeclaredAction>;
