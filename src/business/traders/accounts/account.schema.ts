import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { optionalNotes, optionalText } from "../../../platform/fields/text.schema.ts";
import { currency, moneyInput, moneySum } from "../../../platform/money/money.schema.ts";
import { accountStatuses } from "./account.rule.ts";

const limitText = z
  .string()
  .nullable()
  .meta({ examples: ["5%"] });

/** A trading account as returned to its owner. */
export const tradingAccount = z
  .object({
    id,
    userId: id,
    login: z
      .string()
      .nullable()
      .meta({ examples: ["5002001"] }),
    masterPassword: z
      .string()
      .nullable()
      .meta({ examples: ["k7#Tpx2v"] }),
    server: z
      .string()
      .nullable()
      .meta({ examples: ["Propdesk-Live02"] }),
    balance: moneySum,
    profitLoss: moneySum,
    currency: currency.meta({
      description: "The currency of the current stage, and of balance and profit/loss",
    }),
    recordedAt: timestamp.nullable().meta({
      description:
        "The time of the last record that counts, if balance and profit/loss follow from the trading record",
    }),
    status: z.enum(accountStatuses),
    phase: z
      .string()
      .nullable()
      .meta({ examples: ["Phase 1"] }),
    payoutEnabled: z.boolean(),
    dailyDrawdownLimit: limitText,
    overallLossLimit: limitText,
    profitTarget: limitText,
    createdAt: timestamp,
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

export const statusMessage = "Status must be pending, active, under-review or breached";

const accountStatusInput = z.union(
  [z.enum(accountStatuses), z.literal("under review").transform(() => "under-review" as const)],
  {
    error: statusMessage,
  },
);

/** Omitted fields keep their values. */
export const accountFields = z.strictObject({
  balance: moneyInput("Balance must be a valid number").optional(),
  profitLoss: moneyInput("Profit/loss must be a valid number").optional(),
  status: accountStatusInput.optional(),
  payoutEnabled: z.boolean({ error: "payoutEnabled must be true or false" }).optional(),
  login: optionalText(),
  masterPassword: optionalText(),
  server: optionalText(),
  phase: optionalText(),
  dailyDrawdownLimit: optionalText(),
  overallLossLimit: optionalText(),
  profitTarget: optionalText(),
});

export type AccountFields = z.infer<typeof accountFields>;

/** The account fields of the administrators' trader form, which always shows amounts, status and payouts. */
export const accountForm = accountFields.omit({ phase: true }).safeExtend({
  balance: accountFields.shape.balance.unwrap(),
  profitLoss: accountFields.shape.profitLoss.unwrap(),
  status: z.enum(accountStatuses, { error: statusMessage }),
  payoutEnabled: z.boolean(),
});

export const platformForm = accountFields.pick({
  login: true,
  masterPassword: true,
  server: true,
  phase: true,
});

export const riskForm = accountFields.pick({
  dailyDrawdownLimit: true,
  overallLossLimit: true,
  profitTarget: true,
});

/** `id` is the trader's id, as in the path. */
export const saveAccountInput = accountFields.safeExtend({
  id: targetId,
  reason: optionalNotes().meta({
    description: "The reason, for the audit log; without other fields, only the reason is logged",
  }),
  expectedStatus: accountStatusInput.optional().meta({
    description: "The status that the administrator saw; returns 409 if it has changed",
  }),
});

/** The last view of a trader's master password by an administrator. */
export const lastView = z
  .object({ viewedAt: timestamp, viewedBy: z.string().nullable() })
  .nullable()
  .meta({ description: "`null` if no administrator has viewed it" });
