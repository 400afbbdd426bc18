import { z } from "zod";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import { expectedSettings } from "../../../platform/fields/expected-settings.schema.ts";
import { id, idInput, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import {
  exportQuery,
  pageOf,
  pageQuery,
  sortableListQuery,
} from "../../../platform/lists/list.schema.ts";
import { optionalNotes, optionalText, requiredText } from "../../../platform/fields/text.schema.ts";
import {
  currency,
  currencyInput,
  money,
  moneyInput,
} from "../../../platform/money/money.schema.ts";
import { parseCents } from "../../../platform/money/money.ts";
import { payoutStatement } from "../../rulebook/statement/statement.schema.ts";
import { exportedColumns } from "../../office/tables/define-table.rule.ts";
import { filterInputs } from "../../office/tables/table-inputs.schema.ts";
import { tag } from "../../traders/tags/tag.schema.ts";
import { flagCodes, MAX_FLAGGED } from "./flags.rule.ts";
import {
  decisions,
  paymentMethodCodes,
  payoutStatuses,
  payoutStatusMessage,
} from "./payout.rule.ts";
import { payoutTable } from "./payout.table.ts";
import { readiness } from "./readiness.schema.ts";

export const requestPayoutInput = z.strictObject({
  amount: moneyInput("Amount must be a valid number").refine((amount) => parseCents(amount)! > 0n, {
    error: "Amount must be greater than 0",
  }),
  paymentMethod: z.enum(paymentMethodCodes, { error: "Please select a payment method" }),
  paymentDetails: optionalText().meta({ examples: ["olivia.bennett@example.com"] }),
});

export type RequestPayoutInput = z.input<typeof requestPayoutInput>;

export const stageOfRequest = id
  .nullable()
  .meta({ description: "The account's current stage when the request was made; never changes" });

export const payout = z
  .object({
    id,
    userId: id,
    stageId: stageOfRequest,
    amount: money,
    currency: currency.meta({
      description:
        "That of the stage. Without one, that of the first stage after the request, until the first decision fixes it",
    }),
    paymentMethod: z.enum(paymentMethodCodes),
    paymentDetails: z.string().nullable(),
    status: z.enum(payoutStatuses),
    adminNotes: z.string().nullable(),
    createdAt: timestamp,
    payment: z
      .object({ paidAt: timestamp, reference: z.string() })
      .nullable()
      .meta({ description: "`null` until an approved request has been paid" }),
    statement: payoutStatement.nullable().meta({
      description:
        "How what could be withdrawn came about when the request was made; `null` if it was not recorded, or without rules for payouts",
    }),
    reversal: z
      .object({
        reversedAt: timestamp,
        reason: z.string().meta({ examples: ["The bank returned the transfer"] }),
      })
      .nullable()
      .meta({
        description:
          "The last reversal of a payment of an approved request; `null` again once it is paid",
      }),
  })
  .meta({ id: "Payout" });
export type Payout = z.infer<typeof payout>;

/** An unusual fact about a request. */
export const payoutFlag = z
  .object({
    code: z.enum(flagCodes),
    message: z.string().meta({ examples: ["The account is under review."] }),
    linkId: id.nullable().optional().meta({
      description: "The case of `linked` and `withhold`; `null` or absent for other flags",
    }),
  })
  .meta({ id: "PayoutFlag" });

export const presentFlags = z.array(payoutFlag).nullable().meta({
  description:
    "What is unusual about the request now; `null` if it could not be read. Flags are informative and do not block a decision",
});

/** An approval of an amount that needs two. */
const payoutApproval = z
  .object({
    administratorId: id,
    name: z.string().meta({ description: "The administrator's name at that time" }),
    at: z.string().meta({ format: "date-time", examples: ["2026-03-16T10:00:00.000Z"] }),
    note: z.string().nullable(),
  })
  .meta({ id: "PayoutApproval" });

/** A payout request as administrators see it. */
export const adminPayout = payout
  .safeExtend({
    paymentDetails: payout.shape.paymentDetails.meta({
      description:
        "Reading them is recorded in the audit log. `null` for administrators whose role may not see them",
    }),
    paymentRunId: id.nullable().meta({
      description: "The payment run that pays, or has paid, the request",
    }),
    user: z.object({
      fullName: z
        .string()
        .nullable()
        .meta({ examples: ["Olivia Bennett"] }),
      email: z.string(),
    }),
    exceedsBalance: z.boolean().meta({
      description:
        "Whether the amount exceeds the current balance of the account; `false` if the balance is in another currency",
    }),
    readiness: readiness
      .nullable()
      .meta({ description: "What the account was ready to pay out when the request was made" }),
    approvals: z.array(payoutApproval).meta({
      description:
        "For amounts that need two administrators: the first approval while the status is unchanged, and both once the request is approved",
    }),
    decisionFlags: z.array(payoutFlag).nullable().meta({
      description:
        "The flags when the last decision was made; `null` before a decision, if they could not be read, and if the decision was made before flags were stored",
    }),
    decisionReadiness: readiness.nullable().meta({
      description:
        "What the account was ready to pay out, apart from this request, when the last decision was made; `null` before a decision, if it could not be read, and if the decision was made before it was stored",
    }),
  })
  .meta({ id: "AdminPayout" });
export type AdminPayout = z.infer<typeof adminPayout>;

export const readinessHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: "expectedReadiness must be a SHA-256 in lower-case hex" })
  .meta({ description: "The SHA-256 of the readiness, over its canonical JSON (RFC 8785)" });

/** What matters for a decision now. */
const presentFacts = z
  .object({
    flags: presentFlags,
    readiness: readiness.nullable().meta({
      description:
        "What the account is ready to pay out now, apart from this request; `null` if it could not be read",
    }),
    readinessSha256: readinessHash.nullable(),
    currency: currency.meta({ description: "That of the readiness" }),
    needsSecondApproval: z
      .boolean()
      .nullable()
      .meta({ description: "Whether approving it needs two; `null` if that could not be read" }),
    isEarlierStage: z.boolean().meta({
      description: "Whether the request was not made in the stage of the readiness",
    }),
    missing: z.array(z.string()).meta({
      description: "What the gate of approvals waits for: `identity`, `agreement:<id>`",
      examples: [[]],
    }),
  })
  .nullable()
  .meta({ description: "`null` for approved and cancelled requests" });

/** A payout request in a table, which shows no payment details. */
export const payoutRow = adminPayout.omit({ paymentDetails: true }).meta({ id: "PayoutRow" });
export type PayoutRow = z.infer<typeof payoutRow>;

export const rejectionNotesMessage = "Please provide notes for rejecting this payout";

export const listOwnPayoutsInput = z.strictObject({
  before: idInput("before must be the id of a request")
    .optional()
    .meta({ description: "Returns only requests older than this id; set by the `Link` header" }),
});

/** `{id}` in the path. */
export const payoutIdInput = z.strictObject({ id: targetId });

export const payoutIdsInput = z.strictObject({
  ids: z.array(idInput("ids must be the ids of requests")).max(MAX_FLAGGED),
});

export const decidePayoutInput = z
  .strictObject({
    id: targetId,
    status: z.enum(decisions, { error: "Status must be approved or rejected" }),
    adminNotes: optionalNotes(),
    expectedStatus: z.enum(payoutStatuses, { error: payoutStatusMessage }).optional().meta({
      description: "The status that the administrator saw; returns 409 if it has changed",
    }),
    expectedCurrency: currencyInput.optional().meta({
      description:
        "The currency that the administrator saw; returns 409 if a stage has changed it since",
    }),
    expectedReadiness: readinessHash.optional().meta({
      description:
        "`readiness.sha256` of the desk that the administrator saw; returns 409 with the current request and `readiness` if it has changed",
    }),
  })
  .refine((input) => input.status !== "rejected" || input.adminNotes, {
    error: rejectionNotesMessage,
    path: ["adminNotes"],
  });

export const releasePayoutInput = z.strictObject({
  id: targetId,
  reason: requiredText("Please provide a reason for releasing this payout"),
});

const payoutFilters = {
  ...filterInputs(payoutTable.filters),
  tag: tag.optional().meta({ description: "A tag of the trader" }),
};

export const listPayoutsInput = sortableListQuery(payoutTable.sorts, payoutFilters);

export const exportPayoutsInput = exportQuery(
  payoutTable.sorts,
  keysOf(exportedColumns<PayoutRow>(payoutTable)),
  payoutFilters,
);

const closedStatuses = payoutStatuses.filter((status) => status !== "pending");

export const payoutPageInput = pageQuery(payoutTable.sorts, {
  ...payoutFilters,
  /** `decided` means every status except pending. */
  status: z
    .union([z.literal("decided").transform(() => closedStatuses), payoutFilters.status], {
      error: payoutStatusMessage,
    })
    .optional(),
  id: targetId.optional(),
  userId: targetId.optional(),
});

/** A row of the administrators' table, with what matters for a decision. */
export const deskRow = payoutRow.safeExtend({ present: presentFacts });
export type DeskRow = z.infer<typeof deskRow>;

export const payoutPage = pageOf(deskRow);

const amountMessage = "Amount must be a valid number";

/** How payout requests are decided. */
export const payoutSettings = z
  .object({
    secondApprovalAbove: money.nullable().meta({
      description:
        "Approving a request needs two administrators if the trader's approved and unpaid requests of that currency together with it exceed this amount, and always in another currency than `secondApprovalCurrency`; `null` if one is enough, unless the request has waited for a second approval before",
    }),
    secondApprovalCurrency: currency,
    deciders: z
      .int()
      .meta({ description: "How many administrators may approve", minimum: 0, examples: [3] }),
    updatedAt: timestamp.nullable().meta({ description: "`null` until they are changed" }),
    updatedBy: z.string().nullable(),
  })
  .meta({ id: "PayoutSettings" });
export type PayoutSettings = z.infer<typeof payoutSettings>;

const payoutLimit = z.strictObject({
  secondApprovalAbove: moneyInput(amountMessage)
    .refine((amount) => !amount.startsWith("-"), { error: "Amount must not be negative" })
    .nullable(),
  secondApprovalCurrency: currencyInput
    .optional()
    .meta({ description: "Stays unchanged if it is absent. US dollars until it is set" }),
});
export const setPayoutSettingsInput = payoutLimit.safeExtend({
  expected: expectedSettings(payoutLimit),
});
