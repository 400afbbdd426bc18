import { z } from "zod";
import { id, targetId } from "../../../platform/fields/fields.schema.ts";
import {
  currency,
  currencyInput,
  money,
  moneyInput,
  moneySum,
} from "../../../platform/money/money.schema.ts";

const figures = {
  sums: z
    .array(
      z.object({
        currency,
        amount: moneySum,
        cap: money.nullable().meta({
          examples: ["400000.00"],
          description: "The most that a person may be allocated; `null` if nothing is set",
        }),
      }),
    )
    .meta({ description: "By currency" }),
  usedPercent: z
    .string()
    .nullable()
    .meta({
      examples: ["62.50"],
      description:
        "The sum of the shares of the caps that are used, rounded up; `null` without a cap",
    }),
  exceeded: z.boolean().meta({ examples: [false], description: "Above 100%, without rounding" }),
};

const allocationFigures = z.object(figures).meta({ id: "AllocationFigures" });

export type AllocationFigures = z.infer<typeof allocationFigures>;

export const allocation = z
  .object({
    personId: id.nullable().meta({ description: "`null` if the trader is grouped with no others" }),
    stages: z
      .array(
        z.object({
          stageId: id.meta({ examples: [31] }),
          userId: id,
          initialBalance: money,
          currency,
          payable: z
            .boolean()
            .meta({ examples: [true], description: "Whether payouts are enabled" }),
        }),
      )
      .meta({ description: "The open stages that count, also those of the same person's others" }),
    ...figures,
    after: allocationFigures.nullable().meta({
      description:
        "With a stage of the `initialBalance` and `currency` of the query in place of the trader's open one; `null` without them",
    }),
  })
  .meta({ id: "Allocation" });

export type Allocation = z.infer<typeof allocation>;

const balanceError = "Initial balance must be a valid number";

export const allocationInput = z.strictObject({
  id: targetId,
  initialBalance: moneyInput(balanceError)
    .refine((value) => !value.startsWith("-"), { error: "Initial balance must not be negative" })
    .optional()
    .meta({ description: "Of a stage that would start" }),
  currency: currencyInput.optional().meta({ description: "Of that stage; USD by default" }),
});
