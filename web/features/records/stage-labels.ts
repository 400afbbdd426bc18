import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { formatDay } from "../../domain/format/dates.ts";

/** Returns `Phase 2, since Mar 02, 2026`, or `Phase 1, passed Feb 13, 2026`. */
export function describeStage({ phase, startedAt, endedAt, outcome }: Stage): string {
  if (endedAt === null) return `${phase}, since ${formatDay(startedAt)}`;
  return `${phase}, ${outcome ?? "ended"} ${formatDay(endedAt)}`;
}
