import { z } from "zod";
import { accountStatuses } from "../accounts/account-status.rule.ts";
import { moneySum } from "../../platform/money/money.schema.ts";
import { payoutStatuses } from "../payouts/payout-status.rule.ts";
import { traderListItem } from "../traders/trader.schema.ts";

const count = z.int().meta({ minimum: 0, examples: [12] });

function byStatus<Status extends string, Value extends z.ZodType>(
  statuses: readonly Status[],
  value: Value,
) {
  const shape = Object.fromEntries(statuses.map((status) => [status, value]));
  return z.object(shape as Record<Status, Value>);
}

/** The figures of the administrators' dashboard. */
export const overview = z
  .object({
    users: z.object({ total: count, byStatus: byStatus(accountStatuses, count) }),
    payouts: z.object({
      total: count,
      amount: moneySum.meta({
        description:
          "The sum of all requests in any status, including approved requests of deleted traders",
      }),
      byStatus: byStatus(payoutStatuses, z.object({ count, amount: moneySum })).meta({
        description:
          "The approved amount includes requests of deleted traders, which are not counted",
      }),
    }),
    recentUsers: z
      .array(traderListItem)
      .meta({ description: "The five newest traders, newest first" }),
  })
  .meta({ id: "Overview" });
export type Overview = z.infer<typeof overview>;
