import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import type { Judgement } from "../../rulebook/engine/verdict.schema.ts";
import { formatDecimal, formatUnits, storedCents } from "../../../platform/money/money.ts";
import type { LimitRoom } from "../../rulebook/kinds/parts/floor.rule.ts";
import { type StageJudgement, verdictKey } from "./judge-stage.ts";
import { decimal, integer, json, text, timestamp } from "../../../platform/database/columns.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import type { RiskListEntry } from "./verdicts.schema.ts";
import { byAccount, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

/** Reads the keys and as-of times of the current verdicts, by stage id. */
export async function readCurrent(
  kysely: Kysely<Tables>,
  stages: RecordStage[],
): Promise<Map<number, { key: string; asOf: number }>> {
  const rows = await kysely
    .selectFrom("current_verdicts")
    .select(["stage_id", "key", "as_of"])
    .where("account_id", "=", sql<number>`any(${stages.map(({ accountId }) => accountId)})`)
    .where("stage_id", "=", sql<number>`any(${stages.map(({ id }) => id)})`)
    .execute();
  return new Map(rows.map((row) => [row.stage_id, { key: row.key, asOf: Date.parse(row.as_of) }]));
}

export async function writeCurrent(
  kysely: Kysely<Tables>,
  judged: StageJudgement[],
): Promise<void> {
  if (judged.length === 0) return;
  const rows = judged.map(currentRow);
  await sql`insert into current_verdicts
    select * from json_populate_recordset(null::current_verdicts, ${JSON.stringify(rows)}::json)
    on conflict (account_id, stage_id) do update set
      is_open = excluded.is_open, as_of = excluded.as_of, outcome = excluded.outcome,
      grade = excluded.grade, key = excluded.key, daily_room = excluded.daily_room,
      daily_room_resets_at = excluded.daily_room_resets_at,
      closest_limit = excluded.closest_limit, closest_amount = excluded.closest_amount,
      closest_room = excluded.closest_room, closest_used = excluded.closest_used,
      next_check_at = excluded.next_check_at`.execute(kysely);
}

function currentRow({
  stage,
  asOf,
  judgement,
  closest,
  nextEventAt,
}: StageJudgement): Selectable<Tables["current_verdicts"]> {
  const isOpen = stage.endedAt === null;
  const { room, resetsAt } = dailyRoom(judgement);
  return {
    account_id: stage.accountId,
    stage_id: stage.id,
    is_open: isOpen,
    as_of: new Date(asOf).toISOString(),
    outcome: judgement.outcome,
    grade: judgement.grade,
    key: verdictKey(judgement),
    daily_room: room,
    daily_room_resets_at: resetsAt,
    closest_limit: closest && closest.kind,
    closest_amount: closest && formatDecimal(closest.amount),
    closest_room: closest && formatDecimal(closest.room),
    closest_used: closest && usedPercent(closest),
    // The end of a stage may be planned.
    next_check_at:
      Number.isFinite(nextEventAt) && nextEventAt <= (stage.endedAt ?? nextEventAt)
        ? new Date(nextEventAt).toISOString()
        : null,
  };
}

/** Returns the share of a limit that is used, in percent with six decimals, from 0 to 100. */
function usedPercent({ amount, room }: LimitRoom): string {
  const whole = 100_000_000n;
  const used = ((amount - room) * whole) / amount;
  return formatUnits(used < 0n ? 0n : used > whole ? whole : used, 6);
}

/** Finds the smallest room of the daily losses that are not breached. */
function dailyRoom({ rules }: Judgement): { room: string | null; resetsAt: string | null } {
  let smallest: { room: string; resetsAt: string | null } | undefined;
  for (const rule of rules) {
    if (rule.kind !== "daily_loss" || rule.status === "breached" || rule.room === null) continue;
    const { room, resetsAt } = rule;
    if (!smallest || storedCents(room) < storedCents(smallest.room)) smallest = { room, resetsAt };
  }
  return smallest ?? { room: null, resetsAt: null };
}

/** The verdicts that were kept, newest first. */
export const storedVerdicts = defineList({
  name: "verdicts",
  from: "verdicts",
  columns: {
    id: integer("verdicts.id"),
    at: timestamp("verdicts.at"),
    outcome: text("verdicts.outcome"),
    grade: text("verdicts.grade"),
    verdict: json("verdicts.verdict"),
    cause: json("verdicts.cause"),
  },
  filters: {
    accountId: "verdicts.account_id",
    stageId: "verdicts.stage_id",
  },
  // A verdict may hold 20 kB.
  batchSize: 200,
});

/** Lists the accounts that have used the largest share of a loss limit, in the order of an index. */
export async function readRiskList(
  kysely: Kysely<Tables>,
  limit: number,
): Promise<RiskListEntry[]> {
  const rows = await kysely
    .selectFrom("current_verdicts")
    .innerJoin("trading_accounts", "trading_accounts.id", "current_verdicts.account_id")
    .innerJoin("users", "users.id", "trading_accounts.user_id")
    .innerJoin("stages", (join) =>
      join
        .onRef("stages.account_id", "=", "current_verdicts.account_id")
        .onRef("stages.id", "=", "current_verdicts.stage_id"),
    )
    .select(["users.id as userId", "users.full_name as fullName", "users.email"])
    .select(["stage_id as stageId", "stages.phase", "stages.currency", "grade"])
    .select(["daily_room as dailyRoom", "daily_room_resets_at as resetsAt", "as_of as asOf"])
    .select(["closest_limit as kind", "closest_amount as amount", "closest_room as room"])
    .select("closest_used as used")
    .where("is_open", "=", true)
    .where("current_verdicts.outcome", "=", "in_progress")
    .where("closest_used", "is not", null)
    .orderBy("closest_used", "desc")
    .orderBy("current_verdicts.account_id")
    .limit(limit)
    .execute();
  return rows.map(({ kind, amount, room, used, resetsAt, asOf, ...row }) => ({
    ...row,
    limit: { kind: kind!, amount: amount!, room: room!, usedPercent: Math.floor(Number(used)) },
    resetsAt: resetsAt === null ? null : new Date(resetsAt),
    asOf: new Date(asOf),
  }));
}

export const verdictsPart: OwnDataPart = {
  name: "verdicts",
  about: "Every change of a verdict, with its cause",
  table: "verdicts",
  where: byAccount("verdicts.account_id"),
  key: ["verdicts.id"],
  columns: {
    id: integer("verdicts.id"),
    stageId: integer("verdicts.stage_id"),
    at: timestamp("verdicts.at"),
    outcome: text("verdicts.outcome"),
    grade: text("verdicts.grade"),
    cause: json("verdicts.cause"),
    verdict: json("verdicts.verdict"),
  },
};

export const currentVerdictsPart: OwnDataPart = {
  name: "current-verdicts",
  about: "The current verdict on each stage",
  table: "current_verdicts",
  where: byAccount("current_verdicts.account_id"),
  key: ["current_verdicts.stage_id"],
  columns: {
    stageId: integer("current_verdicts.stage_id"),
    asOf: timestamp("current_verdicts.as_of"),
    outcome: text("current_verdicts.outcome"),
    grade: text("current_verdicts.grade"),
    dailyRoom: decimal("current_verdicts.daily_room", 2),
    dailyRoomResetsAt: timestamp("current_verdicts.daily_room_resets_at"),
  },
};
