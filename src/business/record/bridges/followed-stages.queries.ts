import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { fromNow } from "../../../platform/time/clock.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { readStagesById } from "../records/record-stages.queries.ts";
import type { FollowedStage } from "./bridge.schema.ts";
import { comparedServer } from "./bridge-server.queries.ts";

/** Stages are followed for this time after their end, because what belongs to them may appear late. */
const FOLLOWED_AFTER_END = 14 * DAY;

interface FoundStage {
  id: number;
  balance: string | null;
  recordedAt: string | null;
}

/** Lists the stages of a server's accounts that are open or ended lately, by login, the oldest of each first. */
export async function readFollowedStages(
  { clock, database: { kysely } }: Pick<Context, "clock" | "database">,
  server: string,
): Promise<FollowedStage[]> {
  const found = await findStages(kysely, server, fromNow(clock, -FOLLOWED_AFTER_END));
  const stages = await readStagesById(kysely, [...found.keys()]);
  return stages
    .flatMap((stage) => {
      const { login, id, currency, startedAt, endedAt, maxGapSeconds } = stage;
      if (login === null) return [];
      const { balance, recordedAt } = found.get(id)!;
      return {
        login,
        currency,
        stageId: id,
        startedAt: new Date(startedAt),
        endedAt: endedAt === null ? null : new Date(endedAt),
        maxGapSeconds,
        balance: formatDecimal(balance === null ? stage.initialBalance : BigInt(balance)),
        recordedAt: recordedAt === null ? null : new Date(recordedAt),
      };
    })
    .toSorted(
      (one, other) =>
        one.login.localeCompare(other.login) || one.startedAt.getTime() - other.startedAt.getTime(),
    );
}

async function findStages(
  kysely: Kysely<Tables>,
  server: string,
  endedSince: Date,
): Promise<Map<number, FoundStage>> {
  const { rows } = await sql<FoundStage>`
    with followed as (
      select stages.account_id, stages.id from trading_accounts
      join stages on stages.account_id = trading_accounts.id and stages.ended_at is null
      where ${comparedServer(sql`trading_accounts.server`)} = ${comparedServer(server)}
      union all
      select account_id, id from stages
      where ended_at > ${endedSince.toISOString()}
        and ${comparedServer(sql`server`)} = ${comparedServer(server)})
    select followed.id, state -> 'timeline' ->> 'balance' as balance,
      to_timestamp((state ->> 'lastBooked')::numeric / 1000)::timestamptz(3) as "recordedAt"
    from followed left join stage_progress on stage_progress.account_id = followed.account_id
      and stage_progress.stage_id = followed.id`.execute(kysely);
  return new Map(rows.map((row) => [row.id, row]));
}
