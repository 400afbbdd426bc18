import { z } from "zod";
import { id } from "../../../platform/fields/fields.schema.ts";
import { money, moneySum } from "../../../platform/money/money.schema.ts";
import { instant } from "../kinds/parts/report.schema.ts";

/** How what can be withdrawn comes about. */

/** In the order of a statement. */
export const lineCodes = [
  "profit",
  "deduction",
  "settled",
  "buffer",
  "shortfall",
  "retained",
  "cap",
  "share",
  "paid",
] as const;
export type LineCode = (typeof lineCodes)[number];

const statementLine = z
  .object({
    code: z.enum(lineCodes).meta({
      description:
        "`profit` of the stage; `deduction` of a trade; `settled`, the profit that an approval has taken; `buffer` that stays in the account; `shortfall` up to 0; `retained` by a limit on the part of the profit; `cap` of the terms; `share` of the firm; `paid`, what was approved before",
    }),
    amount: moneySum,
    position: z
      .string()
      .nullable()
      .meta({ description: "The trade of a deduction", examples: ["44"] }),
    percent: z
      .string()
      .nullable()
      .meta({ description: "Of a deduction", examples: ["50"] }),
    causes: z.array(z.string()).meta({
      description: "Of a deduction: the keys of findings, and `lot_range`",
      examples: [["news/0/44"]],
    }),
    payoutId: id.nullable().meta({ description: "The request of an approval" }),
  })
  .meta({ id: "PayoutStatementLine" });
export type StatementLine = z.infer<typeof statementLine>;

export const payoutStatement = z
  .object({
    stageId: id,
    number: z.int().meta({
      description: "The number of the payout in its stage: the approvals that stand, plus one",
      examples: [1],
    }),
    lines: z.array(statementLine).meta({
      description: "They add up to `withdrawable`; those of 0 are left out, `profit` apart",
    }),
    withdrawable: moneySum,
  })
  .meta({ id: "PayoutStatement" });
export type PayoutStatement = z.infer<typeof payoutStatement>;

/** An approval that stands, as a case file contains it. */
export const standingApproval = z
  .object({
    payoutId: id,
    amount: money,
    share: z
      .string()
      .nullable()
      .meta({
        description:
          "The trader's share in percent when the payout was requested; `null` if it is unknown",
        examples: ["80"],
      }),
    at: instant,
  })
  .meta({ id: "StandingApproval" });
export type StandingApproval = z.infer<typeof standingApproval>;
