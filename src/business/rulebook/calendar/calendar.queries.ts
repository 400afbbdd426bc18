import type { Kysely, Selectable } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import type { Calendar, CalendarEvent } from "../timeline/calendar.rule.ts";
import type {
  CalendarEventOut,
  CalendarVersionDetails,
  CalendarVersionOut,
} from "./calendar.schema.ts";

type VersionRow = Selectable<Tables["calendar_versions"]>;

export function presentVersion(row: VersionRow): CalendarVersionOut {
  const { id, version, added, removed, kept, note } = row;
  return {
    id,
    version,
    from: new Date(row.from_time),
    to: new Date(row.to_time),
    counts: { added, removed, kept },
    note,
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
  };
}

export function readNewestVersion(kysely: Kysely<Tables>): Promise<VersionRow | undefined> {
  return kysely
    .selectFrom("calendar_versions")
    .selectAll()
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Lists all versions, newest first. */
export async function listCalendarVersions(kysely: Kysely<Tables>): Promise<CalendarVersionOut[]> {
  const rows = await kysely
    .selectFrom("calendar_versions")
    .selectAll()
    .orderBy("id", "desc")
    .execute();
  return rows.map(presentVersion);
}

/** Reads a version with its periods and events. @throws RefusalError if it does not exist */
export async function getCalendarVersion(
  kysely: Kysely<Tables>,
  id: number,
): Promise<CalendarVersionDetails> {
  const row = await kysely
    .selectFrom("calendar_versions")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("Version of the calendar");
  return {
    ...presentVersion(row),
    periods: row.periods.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
    events: await listEvents(kysely, id),
  };
}

/** Lists the events of a version by time. @param range from its first time (inclusive) to its second (exclusive) */
export async function listEvents(
  kysely: Kysely<Tables>,
  versionId: number,
  range?: { from: Date; to: Date },
): Promise<CalendarEventOut[]> {
  const rows = await kysely
    .selectFrom("calendar_events")
    .select(["id", "at", "currency", "impact", "title"])
    .select(["all_day as allDay", "announced_at as announcedAt"])
    .where("added_in", "<=", versionId)
    .where(({ or, eb }) => or([eb("removed_in", "is", null), eb("removed_in", ">", versionId)]))
    .$if(range !== undefined, (query) =>
      query.where("at", ">=", range!.from.toISOString()).where("at", "<", range!.to.toISOString()),
    )
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map(({ at, announcedAt, ...event }) => ({
    ...event,
    at: new Date(at),
    announcedAt: new Date(announcedAt),
  }));
}

/** A version of the calendar, with what each version up to it changed. */
export interface StoredCalendar extends Calendar {
  /** Ascending. Nothing before `from` differs from the version before. */
  changes: readonly { versionId: number; from: number }[];
}

/** How many versions are kept in memory: the newest, and some that ended stages keep. */
const REMEMBERED = 8;

const remembered = new Map<string, StoredCalendar>();

/**
 * Reads the versions of the calendar that were the newest at some times.
 * @param times milliseconds since 1970 UTC; `null` for now
 * @returns in the same order; `null` if there was no version
 */
export async function readCalendars(
  kysely: Kysely<Tables>,
  times: readonly (number | null)[],
): Promise<(StoredCalendar | null)[]> {
  if (times.length === 0) return [];
  const versions = await kysely
    .selectFrom("calendar_versions")
    .select(["id", "fingerprint", "from_time", "created_at"])
    .orderBy("id")
    .execute();
  const changes = versions.map(({ id, from_time }) => ({
    versionId: id,
    from: Date.parse(from_time),
  }));
  const found: (StoredCalendar | null)[] = [];
  for (const time of times) {
    const index = versions.findLastIndex(
      ({ created_at }) => time === null || Date.parse(created_at) <= time,
    );
    const version = versions[index];
    found.push(
      version
        ? (remembered.get(version.fingerprint) ??
            (await loadCalendar(kysely, version, changes.slice(0, index + 1))))
        : null,
    );
  }
  return found;
}

async function loadCalendar(
  kysely: Kysely<Tables>,
  { id, fingerprint }: Pick<VersionRow, "id" | "fingerprint">,
  changes: StoredCalendar["changes"],
): Promise<StoredCalendar> {
  const { periods, events } = await getCalendarVersion(kysely, id);
  const calendar = {
    versionId: id,
    periods: periods.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() })),
    events: events.map(({ at, announcedAt, ...event }): CalendarEvent => ({
      ...event,
      at: at.getTime(),
      announcedAt: announcedAt.getTime(),
    })),
    changes,
  };
  if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value!);
  remembered.set(fingerprint, calendar);
  return calendar;
}
