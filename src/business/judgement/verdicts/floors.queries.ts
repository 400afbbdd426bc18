import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { RecordStage } from "../../trading/records/record-stages.queries.ts";
import { readState } from "../../trading/records/stage-state.rule.ts";
import type { Judgement } from "../engine/verdict.schema.ts";
import type { Floor } from "./verdicts.schema.ts";
import { judgeStage } from "./judge-stage.ts";
import { judgeNow, type StandingStage } from "./read-verdict.ts";

/** Evidence only leads to findings, which do not move a floor. */
const noEvidence = { conflicts: [], inconsistentStatements: [] };

/** Reads the floors of a stage at the start of each trading day with records, and now; oldest first. */
export async function readFloors(
  context: Parameters<typeof judgeNow>[0],
  stage: RecordStage,
): Promise<Floor[]> {
  if (stage.rules === null) return [];
  const standing = await judgeNow(context, stage);
  const days = await readDayStarts(context.database.kysely, stage);
  const floors = new Map<string, Floor>();
  for (const { startsAt, checkpoint } of days) {
    const time = Math.max(startsAt, stage.startedAt);
    const { judgement } = judgeStage({ stage, state: readState(checkpoint) }, time, noEvidence);
    // Nothing is judged after a breach that ends the evaluation.
    if (judgement.endedAt !== null) break;
    addFloors(floors, judgement, time);
  }
  addFloors(floors, standing.judgement, endOf(standing));
  return [...floors.values()];
}

function endOf({ judgement, asOf }: StandingStage): number {
  return judgement.endedAt === null ? asOf : Date.parse(judgement.endedAt);
}

async function readDayStarts(kysely: Kysely<Tables>, stage: RecordStage) {
  return kysely
    .selectFrom("trading_days")
    .select("checkpoint")
    .select(sql<number>`extract(epoch from starts_at)::float8 * 1000`.as("startsAt"))
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .orderBy("starts_at")
    .execute();
}

function addFloors(floors: Map<string, Floor>, { rules }: Judgement, time: number): void {
  for (const rule of rules) {
    if (rule.kind !== "daily_loss" && rule.kind !== "max_loss") continue;
    if (rule.floor === null) continue;
    const { kind, index } = rule;
    const key = `${kind} ${index}`;
    const found = floors.get(key) ?? { kind, index, points: [] };
    found.points.push({ time: new Date(time), floor: rule.floor });
    floors.set(key, found);
  }
}
