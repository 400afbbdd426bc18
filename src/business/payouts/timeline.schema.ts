import { z } from "zod";
import { timestamp } from "../../platform/lib/timestamp.schema.ts";
import { adminPayout, payout } from "./payout.schema.ts";
import { payoutStatuses } from "./payout-status.rule.ts";

export const timelineEvents = ["requested", "approved", "rejected", "reversed"] as const;

/** One step in the life of a payout request. */
export const timelineEntry = z
  .object({
    event: z.enum(timelineEvents).meta({
      description: "`reversed` where a decision replaced the opposite one",
    }),
    status: z.enum(payoutStatuses).meta({ description: "The status from then on" }),
    at: timestamp,
    actor: z.enum(["trader", "administrator"]),
    actorName: z
      .string()
      .nullable()
      .meta({
        description: "Which administrator, by label; the trader's name at that time",
        examples: ["Back office"],
      }),
    note: z.string().nullable(),
  })
  .meta({ id: "PayoutTimelineEntry" });
export type TimelineEntry = z.infer<typeof timelineEntry>;

const timeline = z.array(timelineEntry).meta({ description: "Oldest first" });

/** A trader's own request with its whole life. */
export const payoutWithTimeline = payout
  .safeExtend({ timeline })
  .meta({ id: "PayoutWithTimeline" });

export const adminPayoutWithTimeline = adminPayout
  .safeExtend({ timeline })
  .meta({ id: "AdminPayoutWithTimeline" });
