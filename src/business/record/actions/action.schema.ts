import { z } from "zod";
import { id, targetId, timeInput, timestamp } from "../../../platform/fields/fields.schema.ts";
import {
  MAX_NOTES,
  optionalNotes,
  requiredText,
  text,
} from "../../../platform/fields/text.schema.ts";
import { unsearchedListQuery } from "../../../platform/lists/list.schema.ts";
import { parseCents } from "../../../platform/money/money.ts";
import { moneyInput, moneySum } from "../../../platform/money/money.schema.ts";
import { filterInputs } from "../../office/tables/table-inputs.schema.ts";
import {
  actionKinds,
  actionStatuses,
  causeKinds,
  enforcementEventNames,
  enforcementEvents,
  enforcementModes,
  finishedStatuses,
  hasAmount,
  historySteps,
  kindMessage,
} from "./action.rule.ts";
import { bridgeReport, serverName } from "../bridges/bridge.schema.ts";
import { actionTable } from "./action.table.ts";

const amount = moneySum
  .nullable()
  .meta({ description: "Of `withdraw` and `deposit`, in the currency of the account" });

/** What the trading platform is asked to do with an account. */
export const action = z
  .object({
    id,
    userId: id,
    stageId: id.nullable().meta({ description: "`null` if the account had no stage" }),
    login: z.string().meta({
      description:
        "The login at the platform: that of the event's stage or, for a request, of the account",
    }),
    server: z
      .string()
      .nullable()
      .meta({
        examples: ["Propdesk-Live02"],
        description: "The server of that login; `null` if the account had none",
      }),
    kind: z.enum(actionKinds),
    amount,
    status: z.enum(actionStatuses).meta({
      description:
        "`proposed` waits for a person, `pending` for a bridge, and `delivered` for the bridge's answer",
    }),
    reason: z.string(),
    cause: z.object({
      kind: z.enum(causeKinds),
      id: id.nullable().meta({ description: "`null` for a person's request, and for a gate" }),
    }),
    requestedAt: timestamp,
    requestedBy: z.string().meta({
      description: "The name of the administrator or API token, or `Rules` for an event",
      examples: ["Rules"],
    }),
    deliveredAt: timestamp.nullable().meta({ description: "The last delivery to a bridge" }),
    startedAt: timestamp.nullable().meta({
      description: "When a bridge began what it must not repeat; a retry clears it",
    }),
    finishedAt: timestamp.nullable(),
    attempts: z
      .int()
      .meta({ minimum: 0, examples: [1], description: "How often it was delivered to a bridge" }),
    message: z
      .string()
      .nullable()
      .meta({ examples: ["Closed 2 positions"], description: "What the bridge answered" }),
  })
  .meta({ id: "Action" });
export type ActionView = z.infer<typeof action>;

/** An action in the table of all accounts. */
export const listedAction = action.extend({
  currency: z.string().meta({ description: "That of the account" }),
  trader: z.object({ fullName: z.string().nullable(), email: z.string() }),
  retryRefusal: z.string().nullable(),
  unansweredSince: timestamp.nullable(),
});
export type ListedAction = z.infer<typeof listedAction>;

/** A finished action, as its trader sees it. */
export const ownAction = z
  .object({ id, kind: z.enum(actionKinds), amount, status: z.enum(finishedStatuses) })
  .extend({ finishedAt: timestamp })
  .meta({ id: "OwnAction" });

export const listActionsInput = unsearchedListQuery(filterInputs(actionTable.filters));

/** An action with what has happened to it so far, as the audit log has it. */
export const actionDetails = listedAction.extend({
  approvalRefusal: z.string().nullable().meta({ description: "Why the caller cannot approve it" }),
  history: z.array(
    z.object({
      at: timestamp,
      step: z.enum(historySteps),
      by: z.string().nullable(),
      words: z.string().nullable().meta({ description: "A reason, or the answer of a bridge" }),
    }),
  ),
});
export type ActionDetails = z.infer<typeof actionDetails>;

export const listOwnActionsInput = unsearchedListQuery({});

export const actionForm = z.strictObject({
  kind: z.enum(actionKinds, { error: kindMessage }),
  amount: moneyInput("Amount must be a valid number")
    .refine((value) => parseCents(value)! > 0n, { error: "Amount must be greater than 0" })
    .nullish()
    .meta({ description: "Required for `withdraw` and `deposit`; other actions have none" }),
  reason: requiredText("Please provide a reason"),
});

export const requestActionInput = actionForm
  .safeExtend({ userId: targetId })
  .refine(({ kind, amount: given }) => !hasAmount(kind) || given != null, {
    error: "Amount is required",
    path: ["amount"],
  })
  .refine(({ kind, amount: given }) => hasAmount(kind) || given == null, {
    error: "Only withdraw and deposit have an amount",
    path: ["amount"],
  });

export const changeActionInput = z.strictObject({ id: targetId, reason: optionalNotes() });

export const failActionInput = z.strictObject({
  id: targetId,
  reason: requiredText("Please provide a reason"),
});

const waitError = { error: "wait must be a whole number of seconds from 0 to 30" };

export const pollInput = z.strictObject({
  wait: z.int(waitError).min(0, waitError).max(30, waitError).default(0).meta({
    description: "How many seconds to wait for an action if there is none",
  }),
  server: serverName
    .optional()
    .meta({ description: "Only actions of this server; compared without case and space" }),
});

export const answerInput = z.strictObject({
  status: z.enum(["done", "failed", "started"], { error: "status must be done or failed" }).meta({
    description:
      "`started` before a call to the platform that must not be repeated: it sets `startedAt` and finishes nothing",
  }),
  message: text("message must be text", MAX_NOTES)
    .transform((value) => (value === "" ? null : value))
    .nullish()
    .meta({ description: "The outcome in words, for administrators" }),
  finishedAt: timeInput("finishedAt")
    .nullish()
    .meta({ description: "By the platform's clock; the time of the call by default" }),
});

/** A tool that feeds records or executes actions. */
export const bridge = z
  .object({
    tokenId: id,
    label: z.string().meta({ examples: ["MT5 bridge"] }),
    lastFeedAt: timestamp
      .nullable()
      .meta({ description: "Accurate to a few seconds; `null` if it has never fed records" }),
    lastPollAt: timestamp.nullable().meta({
      description: "The last call about actions; `null` if it has never asked for any",
    }),
    silentSeconds: z
      .int()
      .nullable()
      .meta({
        minimum: 0,
        examples: [12],
        description:
          "Since the later of the two, or for how long a connector has been behind or without its platform, if longer than five minutes; `null` if it was never heard",
      }),
    waiting: z.int().meta({
      minimum: 0,
      examples: [0],
      description: "Actions that are pending or delivered, if the token may execute them; else 0",
    }),
    report: bridgeReport.nullable().meta({
      description:
        "What a connector last said about itself; `null` for other bridges. A token of several connectors has a row for each",
    }),
    reportedAt: timestamp.nullable(),
  })
  .meta({ id: "Bridge" });
export type Bridge = z.infer<typeof bridge>;

const mode = z.enum(enforcementModes, { error: "Must be none, propose or automatic" });

export const enforcement = z
  .object({
    breachOpened: mode.meta({
      description: `${enforcementEvents.breachOpened}: \`disable_trading\`. With \`automatic\`, it is still proposed unless the verdict was observed and nothing contradicts the records. Whatever a stage asks for whose login a later stage uses is only proposed`,
    }),
    breachConfirmed: mode.meta({
      description: `${enforcementEvents.breachConfirmed}: \`close_positions\` and \`disable_trading\``,
    }),
    breachDismissed: mode.meta({
      description: `${enforcementEvents.breachDismissed}: \`enable_trading\` if trading was disabled. What the review has asked for and no bridge has received is cancelled in any case`,
    }),
    passConfirmed: mode.meta({
      description: `${enforcementEvents.passConfirmed}: \`close_positions\` and \`disable_trading\`; if the next stage starts with it and keeps the login, \`withdraw\` (or \`deposit\`) of what the balance is above (below) its initial balance, and \`enable_trading\``,
    }),
    payoutPaid: mode.meta({
      description: `${enforcementEvents.payoutPaid}: \`withdraw\` of the profit that the payment settles, once a request. With \`automatic\`, it is still proposed if it would leave less than the initial balance`,
    }),
  })
  .meta({ id: "Enforcement" });

export const setEnforcementInput = z.strictObject(
  Object.fromEntries(enforcementEventNames.map((name) => [name, mode.optional()])) as Record<
    (typeof enforcementEventNames)[number],
    z.ZodOptional<typeof mode>
  >,
);
