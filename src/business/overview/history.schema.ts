import { z } from "zod";
import { moneySum } from "../../platform/money/money.schema.ts";

/** Half a year, and with it the current week. */
export const HISTORY_WEEKS = 26;

const count = z.int().meta({ minimum: 0, examples: [12] });

const week = z.object({
  week: z
    .string()
    .meta({ description: "The Monday it begins with, in UTC", examples: ["2026-03-09"] }),
  registrations: count,
  requested: z
    .object({ count, amount: moneySum })
    .meta({ description: "Payout requests of the week, in any status" }),
  approved: z
    .object({ count, amount: moneySum })
    .meta({ description: "Those requests of the week that are approved by now" }),
  breaches: count.meta({ description: "Stages that ended as failed" }),
});

/** The firm over time. */
export const history = z
  .object({
    weeks: z
      .array(week)
      .meta({ description: "The last 26 weeks, the current one last; all weeks are listed" }),
  })
  .meta({ id: "FirmHistory" });
export type FirmHistory = z.infer<typeof history>;
