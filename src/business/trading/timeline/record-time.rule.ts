const EARLIEST = Date.UTC(1970, 0, 1);
const END = Date.UTC(2101, 0, 1);

/**
 * Whether records and stages may have a time, in milliseconds since 1970 UTC. Rules are judged on every day that a stage
 * spans, so a time in the year 9999 would take minutes.
 */
export function isRecordTime(time: number): boolean {
  return time >= EARLIEST && time < END;
}
