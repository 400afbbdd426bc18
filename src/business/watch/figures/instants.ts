import { type RawBuilder, sql } from "kysely";
import type { Period } from "./period.rule.ts";

/** SQL for whether an instant is in a period. */
export function duringPeriod({ startsAt, endsAt }: Period, column: string): RawBuilder<boolean> {
  const at = sql.ref(column);
  return sql`(${at} >= ${iso(startsAt)}::timestamptz and ${at} < ${iso(endsAt)}::timestamptz)`;
}

/** SQL for the whole seconds between two instants. */
export function secondsBetween(from: string, to: string): RawBuilder<number> {
  return sql`floor(extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}))::bigint`;
}

export const iso = (time: number) => new Date(time).toISOString();
