import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { optionalNotes } from "../../../platform/fields/text.schema.ts";
import { currency } from "../../../platform/money/money.schema.ts";
import {
  accountFields as fields,
  openAccountFields,
  platformFields,
  riskFields,
} from "./account.fields.ts";
import { accountStatuses } from "./account.rule.ts";
import { waitingFor } from "../waiting/waiting.schema.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import { pick } from "../../../platform/fields/pick.rule.ts";
import { optionalInputs, outputsOf } from "../../../platform/declared/field.schema.ts";

const outputs = outputsOf(fields);

/** A trading account as returned to its owner. */
export const tradingAccount = z
  .object({
    id,
    userId: id,
    // A spread leaves keys that stand above it in their places.
    ...pick(outputs, [...platformFields, "balance", "profitLoss"]),
    currency: currency.meta({
      description: "The currency of the current stage, and of balance and profit/loss",
    }),
    recordedAt: timestamp.nullable().meta({
      description:
        "The time of the last record that counts, if balance and profit/loss follow from the trading record",
    }),
    ...pick(outputs, ["status", "phase"]),
    ...outputs,
    createdAt: timestamp,
    waitingFor,
  })
  .meta({ id: "TradingAccount" });

export type TradingAccount = z.infer<typeof tradingAccount>;

/** A trading account as returned to an administrator or, without the master password, to an API token. */
export const openedAccount = tradingAccount
  .extend({
    masterPassword: tradingAccount.shape.masterPassword.optional().meta({
      description: "Absent in responses to API tokens",
      examples: ["k7#Tpx2v"],
    }),
  })
  .meta({ id: "OpenedTradingAccount" });

export type OpenedAccount = z.infer<typeof openedAccount>;

/** A trading account in lists and in responses to writes. */
export const accountWithoutPassword = tradingAccount
  .omit({ masterPassword: true })
  .meta({ id: "TradingAccountWithoutPassword" });

export type AccountWithoutPassword = z.infer<typeof accountWithoutPassword>;

const accountStatusInput = z.union(
  [z.enum(accountStatuses), z.literal("under review").transform(() => "under-review" as const)],
  {
    error: fields.status.message,
  },
);

/** Omitted fields keep their values. */
export const accountInput = z.strictObject({
  ...optionalInputs(fields, keysOf(fields)),
  status: accountStatusInput.optional(),
});

export type AccountInput = z.infer<typeof accountInput>;

/** The account fields of the administrators' trader form, which always shows amounts, status and payouts. */
export const accountForm = accountInput.omit({ phase: true }).safeExtend({
  balance: accountInput.shape.balance.unwrap(),
  profitLoss: accountInput.shape.profitLoss.unwrap(),
  status: z.enum(accountStatuses, { error: fields.status.message }),
  payoutEnabled: z.boolean(),
});

export const platformForm = z.strictObject(pick(accountInput.shape, [...platformFields, "phase"]));

export const riskForm = z.strictObject(pick(accountInput.shape, riskFields));

/** @param names the fields that can be expected: those whose values are no secrets */
export const expectedValues = <const Name extends string>(names: readonly Name[]) =>
  z.partialRecord(z.enum(names), z.union([z.string().max(1000), z.boolean()]).nullable()).meta({
    description:
      "What the caller saw in the fields that it changes; returns 409 with `current` if another person has changed one of them since",
  });

/** `id` is the trader's id, as in the path. */
export const saveAccountInput = accountInput.safeExtend({
  id: targetId,
  reason: optionalNotes().meta({
    description: "The reason, for the audit log; without other fields, only the reason is logged",
  }),
  expectedStatus: accountStatusInput.optional().meta({
    description: "The status that the administrator saw; returns 409 if it has changed",
  }),
  expected: expectedValues(openAccountFields).optional(),
});

/** The last view of a trader's master password by an administrator. */
export const lastView = z
  .object({ viewedAt: timestamp, viewedBy: z.string().nullable() })
  .nullable()
  .meta({ description: "`null` if no administrator has viewed it" });
