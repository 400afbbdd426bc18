import { z } from "zod";
import { expectedSettings } from "../../../platform/fields/expected-settings.schema.ts";
import { id, idInput, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import {
  nameText,
  optionalText,
  requiredText,
  text,
} from "../../../platform/fields/text.schema.ts";
import {
  listQuery,
  scrollPageOf,
  scrollQuery,
  unsearchedListQuery,
} from "../../../platform/lists/list.schema.ts";
import { money, moneySum } from "../../../platform/money/money.schema.ts";
import { paymentMethodCodes } from "../payouts/payout.rule.ts";
import { payoutFlag, presentFlags, stageOfRequest } from "../payouts/payout.schema.ts";
import { compactIban, isBic, isIban, isSepaIban } from "../payouts/bank-details.rule.ts";
import {
  type ExportKind,
  exportKinds,
  MAX_RUN_SIZE,
  paymentStatuses,
  payObstacles,
} from "./payment.rule.ts";
import { sepaName } from "./sepa.rule.ts";

const count = z.int().meta({ minimum: 0, examples: [12] });
const method = z.enum(paymentMethodCodes);
const currency = z.string().meta({ examples: ["EUR"] });
const person = z.object({
  fullName: z
    .string()
    .nullable()
    .meta({ examples: ["Olivia Bennett"] }),
  email: z.string(),
});

/** The sum of payments in one currency by one method. */
const paymentTotal = z
  .object({ currency, paymentMethod: method, count, amount: moneySum })
  .meta({ id: "PaymentTotal" });
export type PaymentTotal = z.infer<typeof paymentTotal>;

/** An approved request that is in no run and has not been paid. */
export const unpaidPayout = z
  .object({
    id,
    userId: id,
    stageId: stageOfRequest,
    amount: money,
    currency,
    paymentMethod: method,
    createdAt: timestamp,
    user: person,
  })
  .meta({ id: "UnpaidPayout" });

/** A payment run with its progress. */
export const paymentRun = z
  .object({
    id,
    createdAt: timestamp,
    createdBy: z.string(),
    closedAt: timestamp.nullable().meta({ description: "`null` while the run is open" }),
    closedBy: z.string().nullable(),
    open: count.meta({ description: "Payments that have not been marked as paid yet" }),
    paid: count,
    removed: count,
    reversed: count,
    totals: z.array(paymentTotal).meta({ description: "Totals of open and paid payments" }),
  })
  .meta({ id: "PaymentRun" });
export type PaymentRun = z.infer<typeof paymentRun>;

/** One request in a run. */
export const payment = z
  .object({
    id,
    payoutId: id.nullable().meta({ description: "`null` once the trader has been deleted" }),
    userId: id.nullable(),
    user: person.nullable(),
    amount: money,
    currency,
    paymentMethod: method,
    status: z.enum(paymentStatuses),
    paidAt: timestamp.nullable(),
    paidBy: z.string().nullable(),
    reference: z.string().nullable(),
    reversedAt: timestamp.nullable(),
    reversedBy: z.string().nullable(),
    reversalReason: z.string().nullable(),
    sepaExclusion: z.string().nullable().meta({
      description: "Why SEPA files do not include the payment; `null` if they do",
    }),
    exportedAt: timestamp.nullable().meta({
      description:
        "When the request of an open payment was last exported without having been paid since, in this or an earlier run; a bank that has that file may pay it from there. `null` for other payments",
    }),
    flags: z.array(payoutFlag).nullable().meta({
      description:
        "What is unusual about the request of an open payment now, as in the list of payouts; empty for other payments, `null` if it could not be read",
    }),
  })
  .meta({ id: "Payment" });
export type Payment = z.infer<typeof payment>;

/** The query of a SEPA export. */
export const sepaExportInput = z.object({
  executionDate: z.iso
    .date({ error: "executionDate must be a day such as 2026-03-02" })
    .optional()
    .meta({
      description:
        "The day on which the bank is to execute the order, from today in the firm's time zone on. Banks settle SEPA transfers on days of TARGET only, so any other day is refused; the next of these days by default.",
      examples: ["2026-12-01"],
    }),
});

/** What is exported of a run. The date only concerns SEPA files. */
export interface RunExport extends z.output<typeof sepaExportInput> {
  kind: ExportKind;
}

/** A file for the bank. */
const paymentExport = z
  .object({
    kind: z.enum(exportKinds),
    at: timestamp,
    by: z.string().meta({ description: "The label of the administrator or API token" }),
    paymentIds: z.array(id).meta({
      description:
        "The payments in the file; empty for a file of an earlier release, if they are not known",
    }),
  })
  .meta({ id: "PaymentExport" });
export type PaymentExport = z.infer<typeof paymentExport>;

export const paymentRunWithPayments = paymentRun
  .safeExtend({
    payments: z.array(payment),
    exports: z.array(paymentExport).meta({ description: "Newest first" }),
  })
  .meta({ id: "PaymentRunWithPayments" });
export type PaymentRunWithPayments = z.infer<typeof paymentRunWithPayments>;

export const listRunsInput = unsearchedListQuery({
  status: z.enum(["open", "closed"], { error: "status must be open or closed" }).optional(),
});
export const runPageInput = scrollQuery({});
export const runPage = scrollPageOf(paymentRun);

export const listUnpaidInput = listQuery({
  paymentMethod: z.enum(paymentMethodCodes, { error: "Unknown payment method" }).optional(),
});
export const unpaidPageInput = scrollQuery({
  paymentMethod: z.enum(paymentMethodCodes).optional(),
});
/** A row of the web client's table. */
const unpaidRow = unpaidPayout.safeExtend({
  flags: presentFlags,
  obstacle: z.enum(payObstacles).nullable(),
});
export type UnpaidRow = z.infer<typeof unpaidRow>;
export const unpaidPage = scrollPageOf(unpaidRow);

const oldest = z.object({ id, createdAt: timestamp }).nullable();

/** Totals of what waits to be paid, outside of runs and in open runs. */
export const paymentSummary = z
  .object({
    unpaid: z.array(paymentTotal).meta({ description: "Approved requests that are not in a run" }),
    inOpenRuns: z.array(paymentTotal).meta({ description: "Open payments of open runs" }),
    openRuns: count.meta({ description: "Runs with open payments" }),
    oldestUnpaid: oldest.meta({
      description: "The request made first of those that are not in a run; `null` if there is none",
    }),
    oldestOpenRun: oldest.meta({
      description: "The first run with open payments; `null` if there is none",
    }),
  })
  .meta({ id: "PaymentSummary" });
export type PaymentSummary = z.infer<typeof paymentSummary>;

export const runIdInput = z.strictObject({ id: targetId });

const ids = (message: string) =>
  z
    .array(idInput(message), { error: message })
    .min(1, { error: message })
    .max(MAX_RUN_SIZE, { error: `At most ${MAX_RUN_SIZE} at once` })
    .transform((list) => [...new Set(list)])
    .meta({ examples: [[7, 12]] });

export const createRunInput = z.strictObject({
  payoutIds: ids("Select at least one payout request"),
});

const paymentIds = ids("Select at least one payment");

const referenceMessage = "Please enter the reference of the payment";
const reference = requiredText(referenceMessage).meta({ examples: ["WT-22015"] });

export const payInput = z.strictObject({
  id: targetId,
  reference,
  paymentIds: paymentIds.optional().meta({
    description:
      "The open payments of the last export if absent. Required before an export, and if the run has open payments that the last export left out",
  }),
  notify: z
    .boolean({ error: "notify must be true or false" })
    .default(true)
    .meta({ description: "Whether the traders receive an email" }),
});

export const removePaymentsInput = z.strictObject({ id: targetId, paymentIds });

const reversalReasonMessage = "Please provide a reason for reversing this payment";
export const reversePaymentInput = z.strictObject({
  id: targetId,
  paymentId: idInput("paymentId must be the id of a payment"),
  reason: requiredText(reversalReasonMessage),
});

export const paymentAccount = z
  .object({
    name: z.string().meta({ examples: ["Propdesk Ltd"] }),
    iban: z.string(),
    bic: z.string().nullable(),
    updatedAt: timestamp,
    updatedBy: z.string(),
  })
  .meta({ id: "PaymentAccount" });
export type PaymentAccount = z.infer<typeof paymentAccount>;

export const paymentAccountForm = z.strictObject({
  name: nameText("Account holder is required").refine((name) => /[a-z]/i.test(sepaName(name)), {
    error: "The account holder must contain Latin letters",
  }),
  iban: text("IBAN is required")
    .transform(compactIban)
    .refine(isIban, { error: "Please enter a valid IBAN", abort: true })
    .refine(isSepaIban, { error: "Please enter an IBAN of a country in SEPA" })
    .meta({ examples: ["DE89370400440532013000"] }),
  bic: optionalText()
    .transform((bic) => (bic ? compactIban(bic) : null))
    .refine((bic) => bic === null || isBic(bic), { error: "Please enter a valid BIC" })
    .meta({ examples: ["COBADEFFXXX"] }),
});

export const setPaymentAccountInput = paymentAccountForm.safeExtend({
  expected: expectedSettings(paymentAccountForm.nullable()),
});
