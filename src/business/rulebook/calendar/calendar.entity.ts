import { defineEntity, p } from "@mikro-orm/core";
import type { Impact } from "../timeline/calendar.rule.ts";

/** A version of the firm's calendar. Rows are never updated or deleted; a trigger prevents it. */
export const CalendarVersion = defineEntity({
  name: "CalendarVersion",
  tableName: "calendar_versions",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    /** Starts at 1. */
    version: p.integer(),
    /** What this version replaced, from the first (inclusive) to the second (exclusive). */
    fromTime: p.datetime(3),
    toTime: p.datetime(3),
    /** All that has been imported up to this version; in order, without overlaps. */
    periods: p.json<StoredPeriod[]>(),
    added: p.integer(),
    removed: p.integer(),
    kept: p.integer(),
    note: p.text().nullable(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
    /** Identifies the version in caches, across databases. */
    fingerprint: p.uuid(),
  },
  uniques: [{ name: "calendar_versions_version_key", properties: ["version"] }],
});

/**
 * An event, with the versions that contain it in this form: from `addedIn` until `removedIn`. One that is no longer of the
 * whole day, or is now, has another row with its id.
 */
export const CalendarEventRow = defineEntity({
  name: "CalendarEventRow",
  tableName: "calendar_events",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    at: p.datetime(3),
    currency: p.text(),
    impact: p.text().$type<Impact>(),
    title: p.text(),
    allDay: p.boolean(),
    announcedAt: p.datetime(3),
    addedIn: p.integer().primary(),
    /** The id of the first version without it; `null` while the newest contains it. */
    removedIn: p.integer().nullable(),
  },
  indexes: [{ name: "calendar_events_at_index", properties: ["at", "id"] }],
});

/** A period as text in ISO 8601. */
export interface StoredPeriod {
  from: string;
  to: string;
}
