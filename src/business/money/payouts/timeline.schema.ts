import { z } from "zod";
import { timestamp } from "../../../platform/lib/fields.schema.ts";
import { flagCodes } from "./flags.rule.ts";
import { adminPayout, payout, presentFlags } from "./payout.schema.ts";
import { payoutStatuses } from "./payout.rule.ts";

export const timelineEvents = [
  "requested",
  "approved-first",
  "approved",
  "rejected",
  "reversed",
  "paid",
  "payment-reversed",
] as const;

/** An event in the timeline of a payout request. */
export const timelineEntry = z
  .object({
    event: z.enum(timelineEvents).meta({
      description:
        "`reversed` if the decision replaced the opposite one; the note of `paid` is the reference; traders do not see `approved-first`",
    }),
    status: z.enum(payoutStatuses).meta({ description: "The status after the event" }),
    at: timestamp,
    actor: z.enum(["trader", "administrator", "token"]),
    actorName: z
      .string()
      .nullable()
      .meta({
        description:
          "The label of the administrator or API token, or the trader's name at that time",
        examples: ["Back office"],
      }),
    note: z.string().nullable(),
  })
  .meta({ id: "PayoutTimelineEntry" });
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** The same for administrators. */
export const adminTimelineEntry = timelineEntry
  .safeExtend({
    flags: z.array(z.enum(flagCodes)).nullable().meta({
      description: "The flags when the decision was made; `null` if they could not be read",
    }),
  })
  .meta({ id: "AdminPayoutTimelineEntry" });
export type AdminTimelineEntry = z.infer<typeof adminTimelineEntry>;

const timelineMeta = { description: "Events of the request, oldest first" };
const timeline = z.array(timelineEntry).meta(timelineMeta);

/** A trader's own request with its timeline. */
export const payoutWithTimeline = payout
  .safeExtend({ timeline })
  .meta({ id: "PayoutWithTimeline" });

export const adminPayoutWithTimeline = adminPayout
  .safeExtend({
    timeline: z.array(adminTimelineEntry).meta(timelineMeta),
    flags: presentFlags,
  })
  .meta({ id: "AdminPayoutWithTimeline" });
