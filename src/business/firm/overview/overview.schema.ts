import { z } from "zod";
import { accountStatuses } from "../../traders/accounts/account-status.rule.ts";
import { moneySum, otherSums } from "../../../platform/money/money.schema.ts";
import { payoutStatuses } from "../../money/payouts/payout-status.rule.ts";
import { traderListItem } from "../../traders/trader.schema.ts";

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
          "The sum of all requests in US dollars, in any status, including approved requests of deleted traders",
      }),
      otherAmounts: otherSums.meta({
        description: "The same for each other currency; empty if there are none",
      }),
      byStatus: byStatus(
        payoutStatuses,
        z.object({ count, amount: moneySum, otherAmounts: otherSums }),
      ).meta({
        description:
          "`count` is the number of requests in all currencies. The approved amounts include requests of deleted traders, which are not counted",
      }),
    }),
    recentUsers: z
      .array(traderListItem)
      .meta({ description: "The five newest traders, newest first" }),
  })
  .meta({ id: "Overview" });
export type Overview = z.infer<typeof overview>;
