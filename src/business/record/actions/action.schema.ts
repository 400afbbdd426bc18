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
  type ActionKind,
  actionKinds,
  actionStatuses,
  causeKinds,
  enforcementEventNames,
  enforcementEvents,
  enforcementModes,
  finishedStatuses,
  hasAccount,
  hasAmount,
  historySteps,
  kindMessage,
} from "./action.rule.ts";
import { bridgeReport, serverName } from "../bridges/bridge.schema.ts";
import { actionTable } from "./action.table.ts";
import { type AskedAccount, askedAccount } from "./platform-account.schema.ts";

const amount = moneySum
  .nullable()
  .meta({ description: "Of `withdraw` and `deposit`, in the currency of the account" });

/** What the trading platform is asked to do with an account. */
export const action = z
  .object({
    id,
    userId: id,
    stageId: id.nullable().meta({ description: "`null` if the account had no stage" }),
    login: z
      .string()
      .nullable()
      .meta({
        examples: ["5002001"],
        description:
          "The login at the platform: that of the event's stage or, for a request, of the account; `null` until it is created",
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
    account: askedAccount.nullable().meta({
      description: "Of `create_account` and `change_account`: what the account is to be like",
    }),
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

/** An action as a bridge receives it: with what it needs to know of the trader to create an account. */
export const deliveredAction = action
  .extend({
    account: askedAccount
      .extend({
        balance: moneySum
          .nullable()
          .meta({ description: "The initial balance of the stage; `null` without one" }),
        currency: z.string().meta({ examples: ["USD"] }),
        name: z.string().nullable().meta({ description: "Of the trader" }),
        email: z.string(),
      })
      .nullable(),
  })
  .meta({ id: "DeliveredAction" });
export type DeliveredAction = z.infer<typeof deliveredAction>;

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
  account: askedAccount.nullish().meta({
    description:
      "Of `create_account`: `server`, `group` and `leverage`; of `change_account`: `group` or `leverage`; other actions have none",
  }),
  reason: requiredText("Please provide a reason"),
});

/** Returns why an action cannot be asked for with this; `undefined` if it can. */
function accountRefusal(kind: ActionKind, given: AskedAccount | null | undefined) {
  if (!hasAccount(kind)) {
    return given == null ? undefined : "Only create_account and change_account have an account";
  }
  if (given == null) return "account is required";
  const { server, group, leverage } = given;
  if (kind === "create_account") {
    const isWhole = server !== undefined && group !== undefined && leverage !== undefined;
    return isWhole ? undefined : "account must have server, group and leverage";
  }
  if (server !== undefined) return "The server of an account cannot be changed";
  return group === undefined && leverage === undefined
    ? "account must have group or leverage"
    : undefined;
}

export const requestActionInput = actionForm
  .safeExtend({ userId: targetId })
  .superRefine(({ kind, account }, context) => {
    const message = accountRefusal(kind, account);
    if (message !== undefined) context.addIssue({ code: "custom", message, path: ["account"] });
  })
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

const accountText = (name: string) =>
  text(`${name} must be text of at most 200 characters`, 200)
    .transform((value) => (value === "" ? null : value))
    .nullish();

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
  account: z
    .strictObject({
      login: accountText("login"),
      server: accountText("server"),
      masterPassword: accountText("masterPassword"),
    })
    .nullish()
    .meta({
      description:
        "With `done`: of a `create_account` the login, the server, and the master password if it has one of its own; of a `reset_password` the master password",
    }),
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
