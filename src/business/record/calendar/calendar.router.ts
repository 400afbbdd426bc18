import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import {
  getCalendarVersion,
  listCalendarVersions,
} from "../../rulebook/calendar/calendar.queries.ts";
import {
  bindingEvent,
  calendarEvent,
  calendarRangeInput,
  calendarVersion,
  calendarVersionDetails,
  calendarVersionInput,
  importCalendarInput,
  MAX_CALENDAR_BYTES,
} from "../../rulebook/calendar/calendar.schema.ts";
import { importCalendar } from "./import-calendar.ts";
import { listCalendar, readTraderCalendar } from "./read-calendar.ts";

const { administratorCall, traderCall } = callsAbout("Rules");

/** The firm's calendar of economic events, in immutable versions. */
export const adminCalendarRouter = t.router({
  import: administratorCall("calendar.write", {
    rest: "POST /admin/calendar/versions",
    summary: "Import the events of a period",
    description:
      "Replaces the period from `from` (inclusive) to `to` (exclusive), and carries the rest over. An event that is repeated keeps its id and `announcedAt`; any other is announced now, or earlier if it says so. Returns 200 with the newest version if nothing changes, and 409 with `current` if another version than `expectedVersionId` is the newest. Open stages are judged again by events of the past.",
    errors: [409],
    successStatus: 201,
    repeats: true,
    event: "authz_admin",
    scope: "calendar:write",
    bodyLimit: MAX_CALENDAR_BYTES,
    example: {
      from: "2026-03-02T00:00:00Z",
      to: "2026-03-09T00:00:00Z",
      note: "The second week of March",
      events: [
        { at: "2026-03-06T13:30:00Z", currency: "USD", impact: "high", title: "Non-Farm Payrolls" },
      ],
    },
  })
    .input(importCalendarInput)
    .output(calendarVersion)
    .mutation(async ({ ctx, input }) => {
      const { version, isRepeated } = await importCalendar(ctx.app, ctx.actor, input);
      if (isRepeated) ctx.rest?.markRepeated();
      return version;
    }),

  versions: administratorCall("rules.read", {
    rest: "GET /admin/calendar/versions",
    summary: "List the versions of the calendar, newest first",
    description: "Versions never change.",
    scope: "records:read",
  })
    .output(z.array(calendarVersion))
    .query(({ ctx }) => listCalendarVersions(ctx.app.database.kysely)),

  version: administratorCall("rules.read", {
    rest: "GET /admin/calendar/versions/{id}",
    summary: "Get a version of the calendar with its periods and events",
    description: "`periods` are what has been imported; other times are unknown.",
    scope: "records:read",
  })
    .input(calendarVersionInput)
    .output(calendarVersionDetails)
    .query(({ ctx, input }) => getCalendarVersion(ctx.app.database.kysely, input.id)),

  list: administratorCall("rules.read", {
    rest: "GET /admin/calendar",
    summary: "List events of the calendar by time",
    description: "At most 31 days; by default, the day of the firm's time zone.",
    scope: "records:read",
  })
    .input(calendarRangeInput)
    .output(z.array(calendarEvent))
    .query(({ ctx, input }) => listCalendar(ctx.app, input)),
});

/** The events that bind the trader. */
export const traderCalendar = traderCall({
  rest: "GET /user/calendar",
  summary: "List the events that rules of the current stage restrict",
  description: "At most 31 days; by default, the trading day.",
})
  .input(calendarRangeInput)
  .output(z.array(bindingEvent))
  .query(({ ctx, input }) => readTraderCalendar(ctx.app, ctx.actor.trader.id, input));
