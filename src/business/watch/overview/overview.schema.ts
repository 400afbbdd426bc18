import { z } from "zod";
import { accountStatuses } from "../../traders/accounts/account.rule.ts";
import { money, currency, moneySum, otherSums } from "../../../platform/money/money.schema.ts";
import { recordOf } from "../../../platform/fields/pick.rule.ts";
import { waitedKinds } from "../../traders/waiting/waiting.rule.ts";
import { payoutStatuses } from "../../money/payouts/payout.rule.ts";
import { traderListItem } from "../../traders/trader.schema.ts";
import { timestamp } from "../../../platform/fields/fields.schema.ts";

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
          "The sum of all requests in US dollars that were not cancelled, including approved requests of deleted traders",
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

/** Half a year, including the current week. */
export const HISTORY_WEEKS = 26;

const week = z.object({
  week: z.string().meta({
    description: "The Monday on which it begins, in the firm's time zone",
    examples: ["2026-03-09"],
  }),
  registrations: count,
  requested: z.object({ count, amount: moneySum }).meta({
    description:
      "Payout requests of the week that were not cancelled; `count` includes all currencies. The approved requests of a deleted trader stay in `amount`, but not in `count`",
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

/** Counted up to a limit, so that a long queue costs no more than a short one. */
const counted = z.object({
  total: z.int().meta({ minimum: 0, examples: [3] }),
  exceedsTotal: z
    .boolean()
    .meta({ description: "More than `total` are waiting; the rest were not counted" }),
});

const queue = counted.extend({
  oldest: timestamp.nullable().meta({ description: "When the oldest one began to wait" }),
});

/** What the events that can ask for actions would be about today. */
export const enforcementOutlook = z.object({
  active: count.meta({ description: "Active accounts, each of which may breach" }),
  breaches: count.meta({ description: "Breaches without a decision" }),
  breachesWithoutLogin: count,
  breachesDisabled: count.meta({ description: "Of accounts whose trading is disabled" }),
  breachesCancellable: count.meta({ description: "With an action that no bridge has received" }),
  passes: count.meta({ description: "Passes without a decision" }),
  passesWithoutLogin: count,
  payouts: count.meta({ description: "Approved payouts that are in no run" }),
  payoutsWithoutLogin: count,
  exceedsTotal: z.boolean().meta({ description: "There are more than were counted" }),
});
export type EnforcementOutlook = z.infer<typeof enforcementOutlook>;

/** Items that await an administrator. */
export const waiting = z
  .object({
    payouts: z
      .object({
        overThreeDays: counted,
        oneToThreeDays: counted,
        underOneDay: counted,
        oldest: queue.shape.oldest,
      })
      .meta({ description: "Pending payout requests by age" }),
    reviews: queue.meta({ description: "Breaches and passes without a decision" }),
    appeals: queue.meta({ description: "Appeals of traders without a decision" }),
    links: queue.meta({ description: "Cases about linked users without a decision" }),
    statements: queue.meta({ description: "Statements that need confirmation" }),
    conflicts: queue.meta({
      description: "Statements that contradict other records of a stage that has not ended",
    }),
    payments: queue
      .extend({
        oldest: timestamp.nullable().meta({ description: "When the oldest one was requested" }),
      })
      .meta({ description: "Approved payout requests that are not paid, in payment runs or not" }),
    orders: queue.meta({ description: "Orders of which something is held" }),
    identities: queue.meta({ description: "Identities that were submitted" }),
    accounts: z.object(recordOf(waitedKinds, () => queue)).meta({
      description: "Accounts by what they wait for; those that wait for nothing are left out",
    }),
    actions: queue.meta({ description: "Proposed actions, which a person approves or cancels" }),
    findings: z.object({ count, oldest: queue.shape.oldest }).meta({
      description: "Records that the platform shows otherwise than they were fed, to be decided",
    }),
    bridges: z.object({ count, oldest: queue.shape.oldest }).meta({
      description:
        "Bridges that were heard within the last day, and have been silent for five minutes, or behind their platform",
    }),
    mails: z
      .object({
        failed: counted.meta({
          description: "Permanently failed within the last 14 days, and not discarded",
        }),
        retrying: counted.meta({
          description: "Failed at least once, and retried with increasing delays",
        }),
      })
      .meta({ description: "Undelivered emails" }),
    webhooks: counted
      .extend({
        paused: counted.meta({ description: "Webhooks that were paused because they failed" }),
        failed: counted.meta({
          description: "Deliveries that failed permanently within the last day",
        }),
      })
      .meta({
        description: "Webhooks that failed: now, until they were paused, or in the last day",
      }),
    approvalLimit: z
      .object({
        from: money,
        to: money.nullable().meta({ description: "`null` if it was lifted" }),
        at: timestamp,
        by: z.string().meta({ description: "The label of the administrator" }),
      })
      .nullable()
      .meta({
        description:
          "The last time that the amount above which an approval needs two administrators was raised or lifted, for seven days; `null` if it was not",
      }),
  })
  .meta({ id: "Waiting" });
export type Waiting = z.infer<typeof waiting>;
