import { z } from "zod";
import { id, targetId, timeInput, timestamp } from "../../../platform/fields/fields.schema.ts";
import { fileText, optionalNotes, text } from "../../../platform/fields/text.schema.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { isTimeZone } from "../../../platform/time/local-time.rule.ts";
import { impacts } from "../timeline/calendar.rule.ts";

/** The largest body of an import. */
export const MAX_CALENDAR_BYTES = 5 * 1024 * 1024;
export const MAX_EVENTS = 20_000;
const MAX_IMPORT_DAYS = 400;
const MAX_LIST_DAYS = 31;

const impact = z.enum(impacts, { error: `The impact must be one of ${impacts.join(", ")}` });
const currency = z
  .string({ error: "A currency must be three letters, or ALL" })
  .trim()
  .regex(/^[A-Za-z]{3}$/, { error: "A currency must be three letters, or ALL" })
  .transform((letters) => letters.toUpperCase());
const title = text("An event needs a title", 300).min(1, { error: "An event needs a title" });

export const eventInput = z.strictObject({
  at: timeInput("at"),
  currency,
  impact,
  title,
  allDay: z.boolean().default(false),
  announcedAt: timeInput("announcedAt").optional(),
});
export type NewEvent = z.output<typeof eventInput>;

export const calendarEvent = z
  .object({
    id,
    at: timestamp,
    currency: z.string().meta({ examples: ["USD"], description: "Three letters, or `ALL`" }),
    impact: z.enum(impacts),
    title: z.string().meta({ examples: ["Non-Farm Payrolls"] }),
    allDay: z.boolean(),
    announcedAt: timestamp.meta({ description: "It binds nothing that was done before" }),
  })
  .meta({ id: "CalendarEvent" });
export type CalendarEventOut = z.infer<typeof calendarEvent>;

const period = z.object({ from: timestamp, to: timestamp });

const count = z.int().meta({ examples: [12] });

export const calendarVersion = z
  .object({
    id,
    version: z.int().meta({ examples: [1] }),
    ...period.shape,
    counts: z.object({ added: count, removed: count, kept: count }),
    note: z.string().nullable(),
    createdAt: timestamp,
    createdBy: z.string().meta({ description: "The label of the administrator or token" }),
  })
  .meta({ id: "CalendarVersion" });
export type CalendarVersionOut = z.infer<typeof calendarVersion>;

export const calendarVersionDetails = calendarVersion
  .extend({ periods: z.array(period), events: z.array(calendarEvent) })
  .meta({ id: "CalendarVersionDetails" });
export type CalendarVersionDetails = z.infer<typeof calendarVersionDetails>;

const refuse = (context: z.RefinementCtx, field: string, message: string) =>
  context.addIssue({ code: "custom", path: [field], message });

export const importCalendarInput = z
  .strictObject({
    from: timeInput("from"),
    to: timeInput("to"),
    note: optionalNotes(),
    events: z
      .array(eventInput)
      .max(MAX_EVENTS, { error: `There may be at most ${MAX_EVENTS} events` })
      .optional(),
    csv: fileText("csv must be text").optional(),
    timeZone: z
      .string()
      .refine(isTimeZone, { error: "The time zone is not known; use a name such as Europe/Prague" })
      .optional()
      .meta({ description: "Of the times in `csv` without an offset; UTC by default" }),
    expectedVersionId: z.int().min(1).nullable().optional().meta({
      description: "The newest version as it was read; `null` if there was none",
    }),
  })
  .superRefine(({ from, to, events, csv }, context) => {
    if (to <= from) refuse(context, "to", "to must be after from");
    if (to.getTime() - from.getTime() > MAX_IMPORT_DAYS * DAY) {
      refuse(context, "to", `At most ${MAX_IMPORT_DAYS} days can be imported at once`);
    }
    if (events === undefined && csv === undefined)
      refuse(context, "events", "events or csv is required");
    if (events !== undefined && csv !== undefined)
      refuse(context, "csv", "Send either events or csv");
  });
export type ImportCalendarInput = z.output<typeof importCalendarInput>;

export const calendarVersionInput = z.strictObject({
  id: targetId.meta({ description: "The id of a version of the calendar" }),
});

/** Both times, or one, or none: by default, the trading day. */
export const calendarRangeInput = z
  .strictObject({ from: timeInput("from").optional(), to: timeInput("to").optional() })
  .superRefine(({ from, to }, context) => {
    if ((from === undefined) !== (to === undefined)) {
      refuse(context, from === undefined ? "from" : "to", "from and to go together");
    }
    if (!from || !to) return;
    if (to <= from) refuse(context, "to", "to must be after from");
    if (to.getTime() - from.getTime() > MAX_LIST_DAYS * DAY) {
      refuse(context, "to", `At most ${MAX_LIST_DAYS} days can be listed at once`);
    }
  });
export type CalendarRange = z.output<typeof calendarRangeInput>;

/** An event as it binds a trader. */
export const bindingEvent = calendarEvent
  .extend({
    windows: z.array(
      z.object({
        index: z.int().meta({ description: "The position of the rule of conduct", examples: [0] }),
        from: timestamp,
        to: timestamp,
      }),
    ),
    symbols: z.array(z.string()).meta({
      description: "Those of the last 30 days' deals that it concerns",
      examples: [["EURUSD"]],
    }),
  })
  .meta({ id: "BindingEvent" });
export type BindingEvent = z.infer<typeof bindingEvent>;
