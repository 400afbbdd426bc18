import type { FedRecord } from "./outbox.ts";

/** From a time on, and before another. Milliseconds since 1970 UTC. */
export interface Period {
  from: number;
  to: number;
}

/** So many records of an account are fed in one call. */
const MOST_RECORDS = 2_000;

/**
 * Divides the records of a period among calls, each with the part of the period that it covers. Records of the same
 * instant stay together; those after the period are in the last call.
 * @param records in the order of time
 */
export function partsOf(
  records: FedRecord[],
  { from, to }: Period,
): { records: FedRecord[]; period: Period }[] {
  const parts: FedRecord[][] = [[]];
  for (const fed of records) {
    const last = parts.at(-1)!;
    const isSameInstant = last.at(-1)?.record.time === fed.record.time;
    if (last.length < MOST_RECORDS || isSameInstant) last.push(fed);
    else parts.push([fed]);
  }
  const starts = parts.map((part, index) => (index === 0 ? from : part[0]!.record.time));
  return parts.map((part, index) => {
    const start = Math.min(starts[index]!, to);
    const end = Math.min(starts[index + 1] ?? to, to);
    return { records: part, period: { from: start, to: Math.max(start, end) } };
  });
}
