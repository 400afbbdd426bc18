import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { findAccountId } from "../../traders/accounts/accounts.queries.ts";
import { readAuditedTraders, recordViews } from "../record-views.ts";
import { readLinkSettings } from "../settings/link-settings.ts";
import { allocate, countedStages } from "./allocation.rule.ts";
import type { Allocation, allocationInput } from "./allocation.schema.ts";

type OpenStage = Allocation["stages"][number];

interface OpenStages {
  personId: number | null;
  stages: OpenStage[];
}

/**
 * Returns how much is allocated to a trader and those who are the same person. If it shows stages of others, the view is
 * recorded for everyone shown.
 * @throws RefusalError if the trader does not exist
 */
export async function viewAllocation(
  context: Context,
  actor: StaffActor,
  { id, initialBalance, currency = "USD" }: z.output<typeof allocationInput>,
): Promise<Allocation> {
  const { kysely } = context.database;
  await findAccountId(kysely, id);
  const { allocation: settings } = (await readLinkSettings(kysely)).settings;
  const { personId, stages } = (await readOpenStages(kysely, [id])).get(id)!;
  const counted = countedStages(stages, settings);
  const others = counted.filter(({ userId }) => userId !== id);
  if (others.length > 0) {
    const shown = [id, ...others.map((stage) => stage.userId)];
    await recordViews(context, actor, await readAuditedTraders(kysely, shown));
  }
  return {
    personId,
    stages: counted,
    ...allocate(counted, settings),
    after:
      initialBalance === undefined
        ? null
        : allocate([...others, { initialBalance, currency }], settings),
  };
}

/** Returns the traders whose persons are allocated more than the caps allow. */
export async function findExceeded(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
): Promise<Set<number>> {
  const { allocation: settings } = (await readLinkSettings(kysely)).settings;
  if (Object.keys(settings.caps).length === 0) return new Set();
  const open = await readOpenStages(kysely, userIds);
  return new Set(
    [...open]
      .filter(([, { stages }]) => allocate(countedStages(stages, settings), settings).exceeded)
      .map(([userId]) => userId),
  );
}

/** Reads the open stages of traders and of those who are the same persons, by trader. */
async function readOpenStages(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
): Promise<Map<number, OpenStages>> {
  const { rows } = await sql<{
    ofUserId: number;
    personId: number | null;
    stage: OpenStage | null;
  }>`
    select wanted.id as "ofUserId", own.person_id as "personId",
      case when stages.id is not null then json_build_object('stageId', stages.id,
        'userId', accounts.user_id, 'initialBalance', stages.initial_balance::text,
        'currency', stages.currency, 'payable', accounts.payout_enabled) end as stage
    from unnest(${userIds}::int[]) as wanted (id)
    left join person_traders as own on own.user_id = wanted.id
    left join person_traders as member on member.person_id = own.person_id
    left join trading_accounts as accounts
      on accounts.user_id = coalesce(member.user_id, wanted.id)
    left join stages on stages.account_id = accounts.id and stages.ended_at is null
    order by wanted.id, stages.id`.execute(kysely);
  const byTrader = Map.groupBy(rows, ({ ofUserId }) => ofUserId);
  return new Map(
    [...byTrader].map(([userId, own]) => [
      userId,
      { personId: own[0]!.personId, stages: own.flatMap(({ stage }) => stage ?? []) },
    ]),
  );
}
