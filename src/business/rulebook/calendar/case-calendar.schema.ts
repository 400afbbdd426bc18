import { z } from "zod";
import { instant } from "../kinds/parts/report.schema.ts";
import { impacts } from "../timeline/calendar.rule.ts";

/** The part of a version of the calendar that decides about one stage, as a case file contains it. */
export const caseCalendar = z
  .strictObject({
    versionId: z.int(),
    periods: z.array(z.strictObject({ from: instant, to: instant })),
    events: z.array(
      z.strictObject({
        id: z.int(),
        at: instant,
        currency: z.string(),
        impact: z.enum(impacts),
        title: z.string(),
        allDay: z.boolean(),
        announcedAt: instant,
      }),
    ),
  })
  .meta({
    examples: [
      {
        versionId: 7,
        periods: [{ from: "2026-03-02T00:00:00.000Z", to: "2026-03-09T00:00:00.000Z" }],
        events: [],
      },
    ],
  });
export type CaseCalendar = z.infer<typeof caseCalendar>;
