import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { invalidField, RefusalError } from "../../../platform/errors.ts";
import { CalendarCsvError, outsideWords, parseCalendarCsv } from "./read-calendar-csv.ts";
import type { StoredPeriod } from "./calendar.entity.ts";
import {
  type CalendarVersionOut,
  type ImportCalendarInput,
  MAX_EVENTS,
  type NewEvent,
} from "./calendar.schema.ts";
import { presentVersion, readNewestVersion } from "./calendar.queries.ts";

/** Held while a version is added, so that each continues the newest one. See `platform/advisory-locks.ts`. */
const CALENDAR_LOCK = 7_310_014;

interface StoredVersion {
  version: CalendarVersionOut;
  /** Whether nothing changed, so that the newest version stays. */
  isRepeated: boolean;
}

/**
 * Replaces the events of a period in another version of the calendar. An event that is repeated keeps its id and the time
 * of its announcement, also if it is no longer of the whole day, or is now.
 * @param kysely a transaction
 * @throws RefusalError if the events are invalid, or if another version than the expected one is the newest
 */
export async function storeCalendar(
  { clock }: Pick<Context, "clock">,
  kysely: Kysely<Tables>,
  actor: Pick<StaffActor, "label">,
  input: ImportCalendarInput,
): Promise<StoredVersion> {
  const events = eventsOf(input);
  await sql`select pg_advisory_xact_lock(${sql.lit(CALENDAR_LOCK)})`.execute(kysely);
  const newest = await readNewestVersion(kysely);
  requireExpected(newest, input.expectedVersionId);
  const rows = await readPresent(kysely, input);
  const present = new Map(rows.map((row) => [keyOf(row), row]));
  const now = clock.now();
  const added = [...events].filter(([key]) => !present.has(key)).map(([, event]) => event);
  const removed = rows.filter((row) => !events.has(keyOf(row)) || present.get(keyOf(row)) !== row);
  const changed = [...events].flatMap(([key, { allDay }]) => {
    const row = present.get(key);
    return row && row.allDay !== allDay ? [{ ...row, allDay }] : [];
  });
  const periods = newest?.periods ?? [];
  const period = { from: input.from.toISOString(), to: input.to.toISOString() };
  const isCovered = periods.some(({ from, to }) => from <= period.from && period.to <= to);
  if (newest && isCovered && added.length + removed.length + changed.length === 0) {
    return { version: presentVersion(newest), isRepeated: true };
  }
  const stored = await kysely
    .insertInto("calendar_versions")
    .values({
      version: (newest?.version ?? 0) + 1,
      from_time: period.from,
      to_time: period.to,
      periods: JSON.stringify(addPeriod(periods, period)),
      added: added.length,
      removed: removed.length,
      kept: events.size - added.length,
      note: input.note ?? null,
      created_at: now.toISOString(),
      created_by: actor.label,
      fingerprint: randomUUID(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const ended = [...removed, ...changed].map(({ id }) => id);
  await removeEvents(kysely, ended, stored.id);
  await insertEvents(kysely, added, { versionId: stored.id, now });
  await insertChanged(kysely, changed, stored.id);
  return { version: presentVersion(stored), isRepeated: false };
}

function requireExpected(
  newest: Parameters<typeof presentVersion>[0] | undefined,
  expected: number | null | undefined,
): void {
  if (expected === undefined || expected === (newest?.id ?? null)) return;
  const message = "Another version of the calendar has been imported since it was read";
  throw new RefusalError("conflict", message, { current: newest ? presentVersion(newest) : null });
}

/** Returns the events by what makes them the same. @throws RefusalError with the path or the line of the first bad one */
function eventsOf({ events, csv, timeZone = "UTC", from, to }: ImportCalendarInput) {
  const list = events ?? readCsv(csv!, timeZone, { from, to });
  if (list.length > MAX_EVENTS) {
    throw invalidField("csv", `There may be at most ${MAX_EVENTS} events`);
  }
  const outside = list.findIndex(({ at }) => at < from || at >= to);
  if (outside !== -1) {
    const message = outsideWords(list[outside]!);
    throw new RefusalError("invalid", message, {
      issues: [{ path: ["events", outside, "at"], message }],
    });
  }
  return new Map(list.map((event) => [keyOf(event), event]));
}

function readCsv(text: string, timeZone: string, period: { from: Date; to: Date }): NewEvent[] {
  try {
    return parseCalendarCsv(text, timeZone, period);
  } catch (error) {
    if (error instanceof CalendarCsvError) throw invalidField("csv", error.message);
    throw error;
  }
}

const keyOf = ({ at, currency, impact, title }: Omit<NewEvent, "allDay" | "announcedAt">) =>
  JSON.stringify([at.getTime(), currency, impact, title]);

interface PresentEvent extends Required<NewEvent> {
  id: number;
}

async function readPresent(
  kysely: Kysely<Tables>,
  { from, to }: ImportCalendarInput,
): Promise<PresentEvent[]> {
  const rows = await kysely
    .selectFrom("calendar_events")
    .select(["id", "at", "currency", "impact", "title"])
    .select(["all_day as allDay", "announced_at as announcedAt"])
    .where("removed_in", "is", null)
    .where("at", ">=", from.toISOString())
    .where("at", "<", to.toISOString())
    .execute();
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at),
    announcedAt: new Date(row.announcedAt),
  }));
}

/** Adds a period to others, in order and without overlaps. */
function addPeriod(periods: readonly StoredPeriod[], added: StoredPeriod): StoredPeriod[] {
  const sorted = [...periods, added].toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const merged: StoredPeriod[] = [];
  for (const { from, to } of sorted) {
    const last = merged.at(-1);
    if (!last || from > last.to) merged.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return merged;
}

async function removeEvents(kysely: Kysely<Tables>, ids: number[], versionId: number) {
  if (ids.length === 0) return;
  await kysely
    .updateTable("calendar_events")
    .set({ removed_in: versionId })
    .where("id", "=", sql<number>`any(${ids})`)
    .where("removed_in", "is", null)
    .execute();
}

/** An event is announced when it is imported, or earlier if the import says so. */
async function insertEvents(
  kysely: Kysely<Tables>,
  events: NewEvent[],
  { versionId, now }: { versionId: number; now: Date },
): Promise<void> {
  if (events.length === 0) return;
  const rows = events
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, currency, impact, title, allDay, announcedAt = now }) => ({
      at: at.toISOString(),
      currency,
      impact,
      title,
      all_day: allDay,
      announced_at: (announcedAt < now ? announcedAt : now).toISOString(),
      added_in: versionId,
    }));
  await sql`
    insert into calendar_events (at, currency, impact, title, all_day, announced_at, added_in)
    select at, currency, impact, title, all_day, announced_at, added_in
    from json_to_recordset(${JSON.stringify(rows)}::json) as event (
      at timestamptz, currency text, impact text, title text, all_day boolean,
      announced_at timestamptz, added_in int)`.execute(kysely);
}

/** Inserts events with the ids of those that they replace. */
async function insertChanged(
  kysely: Kysely<Tables>,
  events: PresentEvent[],
  versionId: number,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ id, at, currency, impact, title, allDay, announcedAt }) => ({
    id,
    at: at.toISOString(),
    currency,
    impact,
    title,
    all_day: allDay,
    announced_at: announcedAt.toISOString(),
    added_in: versionId,
  }));
  await sql`
    insert into calendar_events (id, at, currency, impact, title, all_day, announced_at, added_in)
    overriding system value
    select id, at, currency, impact, title, all_day, announced_at, added_in
    from json_to_recordset(${JSON.stringify(rows)}::json) as event (
      id int, at timestamptz, currency text, impact text, title text, all_day boolean,
      announced_at timestamptz, added_in int)`.execute(kysely);
}
