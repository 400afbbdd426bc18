import { z } from "zod";
import { currency, moneySum } from "../../../platform/money/money.schema.ts";

/** Half a year, including the current week. */
export const HISTORY_WEEKS = 26;

const count = z.int().meta({ minimum: 0, examples: [12] });

const week = z.object({
  week: z
    .string()
    .meta({ description: "The Monday on which it begins, in UTC", examples: ["2026-03-09"] }),
  registrations: count,
  requested: z.object({ count, amount: moneySum }).meta({
    description:
      "Payout requests of the week, in any status; `count` includes all currencies. The approved requests of a deleted trader stay in `amount`, but not in `count`",
  }),
  approved: z.object({ count, amount: moneySum }).meta({
    description:
      "Requests of the week that have been approved since; those of a deleted trader stay in `amount`",
  }),
  breaches: count.meta({ description: "Stages that ended as failed" }),
});

/** The firm's key figures per week. */
export const history = z
  .object({
    currency: currency.meta({
      description:
        "The currency of the amounts: the one of most requests of these weeks. Amounts in other currencies are not included",
    }),
    otherCurrencies: z.array(currency).meta({
      description: "The currencies of the requests whose amounts are not included",
      examples: [["EUR"]],
    }),
    weeks: z
      .array(week)
      .meta({ description: "The last 26 weeks, oldest first, including weeks without events" }),
  })
  .meta({ id: "FirmHistory" });
export type FirmHistory = z.infer<typeof history>;
