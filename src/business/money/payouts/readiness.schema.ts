import { z } from "zod";
import { moneySum } from "../../../platform/money/money.schema.ts";
import { targetId } from "../../../platform/fields/fields.schema.ts";
import { payoutStatement } from "../../rulebook/statement/statement.schema.ts";
import { readinessCodes } from "./readiness.rule.ts";

const instant = z.string().meta({ format: "date-time", examples: ["2026-03-16T10:00:00.000Z"] });

/** What an account is ready to pay out. */
export const readiness = z
  .object({
    ready: z.boolean(),
    profit: moneySum,
    share: z
      .string()
      .nullable()
      .meta({ description: "The trader's share of the profit, in percent", examples: ["80"] }),
    withdrawable: moneySum,
    nextAt: instant
      .nullable()
      .meta({ description: "When a payout becomes possible, if it is too early now" }),
    reasons: z.array(
      z.object({
        code: z.enum(readinessCodes),
        message: z.string().meta({ examples: ["Payouts are not enabled for this account"] }),
        until: instant.nullable(),
      }),
    ),
    statement: payoutStatement.nullable().default(null).meta({
      description:
        "How `withdrawable` comes about; `null` without rules for payouts, and in what was stored before there were statements",
    }),
  })
  .meta({ id: "PayoutReadiness" });

export const readinessInput = z.strictObject({ userId: targetId });
