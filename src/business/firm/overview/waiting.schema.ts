import { z } from "zod";
import { timestamp } from "../../../platform/lib/timestamp.schema.ts";

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
    statements: queue.meta({ description: "Statements that need confirmation" }),
    conflicts: queue.meta({
      description: "Statements that contradict other records of a stage that has not ended",
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
  })
  .meta({ id: "Waiting" });
export type Waiting = z.infer<typeof waiting>;
