import { type Insertable, type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import type { Context } from "../../../platform/context.ts";
import { decimal, integer, text, timestamp } from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import {
  DEFAULT_PERCENTS,
  type DueWarning,
  dueWarnings,
  OLDEST_WARNED_HOURS,
  scopeOf,
  warningSentence,
} from "./warning.rule.ts";
import type { setWarningSettingsInput, WarningSettings } from "./warning.schema.ts";
import { byAccount, type OwnDataPart } from "../../../identity/users/own-data-part.ts";
import { insertRows, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notifyTopics } from "../../../platform/live/live-updates.ts";
import { sendNotices } from "../../office/mails/send-notice.ts";
import { readOwners } from "../../traders/accounts/accounts.queries.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import { HOUR } from "../../../platform/time/durations.rule.ts";
import { accountIdsOf, type RecordStage } from "../records/record-stages.queries.ts";
import type { LimitUse } from "../../rulebook/kinds/parts/floor.rule.ts";

const warningColumns = {
  stageId: integer("account_warnings.stage_id"),
  kind: text("account_warnings.kind"),
  index: integer("account_warnings.index"),
  percent: integer("account_warnings.percent"),
  day: text("account_warnings.day"),
  at: timestamp("account_warnings.at"),
  value: decimal("account_warnings.value", 2),
  floor: decimal("account_warnings.floor", 2),
  room: decimal("account_warnings.room", 2),
  createdAt: timestamp("account_warnings.created_at"),
};

/** The warnings of an account, newest first. */
export const warnings = defineList({
  name: "warnings",
  from: "account_warnings join trading_accounts on trading_accounts.id = account_warnings.account_id",
  columns: {
    id: integer("account_warnings.id"),
    userId: integer("trading_accounts.user_id"),
    ...warningColumns,
  },
  filters: { accountId: "account_warnings.account_id" },
});

/** Reads the percents of a loss limit at which traders are warned. */
export async function readWarningSettings({
  database: { kysely },
}: {
  database: { kysely: Kysely<Tables> };
}): Promise<WarningSettings> {
  const row = await kysely.selectFrom("warning_settings").select("percents").executeTakeFirst();
  return row ?? { percents: [...DEFAULT_PERCENTS] };
}

export async function setWarningSettings(
  context: Context,
  actor: StaffActor,
  { percents, expected }: z.output<typeof setWarningSettingsInput>,
): Promise<WarningSettings> {
  const settings = { table: "warning_settings", action: "warning-settings.changed" } as const;
  await changeSettings(context, actor, settings, async (kysely) => {
    const before = await readWarningSettings({ database: { kysely } });
    const snapshotOf = (list: readonly number[]) => ({ percents: list.join(", ") || null });
    return {
      expected: expected && snapshotOf(expected.percents),
      current: before,
      before: snapshotOf(before.percents),
      after: snapshotOf(percents),
      row: { percents: JSON.stringify(percents) },
    };
  });
  return readWarningSettings(context);
}

/** A stage with what has just been used of its limits. */
interface UsedStage {
  stage: RecordStage;
  uses: LimitUse[];
}

/**
 * Stores the warnings that are due, and sends them as notices and mails. An ended stage causes none.
 * @param transaction a transaction that has locked the accounts, so that no warning is sent twice
 */
export async function sendWarnings(
  context: Pick<Context, "clock" | "config" | "letterhead" | "outbox">,
  transaction: Transaction,
  judged: UsedStage[],
): Promise<void> {
  const now = context.clock.now();
  const oldest = now.getTime() - OLDEST_WARNED_HOURS * HOUR;
  const recent = judged.flatMap(({ stage, uses }) => {
    const hasEnded = stage.endedAt !== null && stage.endedAt <= now.getTime();
    const used = hasEnded ? [] : uses.filter(({ at }) => at >= oldest);
    return used.length > 0 ? [{ stage, uses: used }] : [];
  });
  if (recent.length === 0) return;
  const kysely = kyselyOf(transaction);
  const { percents } = await readWarningSettings({ database: { kysely } });
  const lowest = percents[0] ?? Number.POSITIVE_INFINITY;
  const reached = recent.filter(({ uses }) => uses.some(({ percent }) => percent >= lowest));
  if (reached.length === 0) return;
  const sent = await readSent(kysely, reached);
  const due = reached.flatMap(({ stage, uses }) =>
    dueWarnings(uses, percents, sent.get(stage.id) ?? new Map()).map((each) => ({
      stage,
      ...each,
    })),
  );
  if (due.length === 0) return;
  const rows = due.map((each) => warningRow(each, now));
  await insertRows(kysely, "account_warnings", rows);
  const accountIds = accountIdsOf(due.map(({ stage }) => stage));
  const owners = await readOwners(kysely, accountIds);
  const notices = due.map(({ stage, use }) => ({
    trader: owners.get(stage.accountId)!,
    event: {
      kind: "account-warning" as const,
      percent: use.percent,
      sentence: warningSentence(use, stage, now.getTime()),
    },
  }));
  await sendNotices(context, transaction, notices);
  await notifyTopics(
    kysely,
    accountIds.map((id) => `account:${id}` as const),
  );
}

export const warningsPart: OwnDataPart = {
  name: "warnings",
  about: "Warnings that a part of a loss limit was used",
  table: "account_warnings",
  where: byAccount("account_warnings.account_id"),
  key: ["account_warnings.id"],
  columns: {
    id: integer("account_warnings.id"),
    ...warningColumns,
  },
};

/** Reads the highest percents that were warned of, by stage and `scopeOf`. */
async function readSent(
  kysely: Kysely<Tables>,
  stages: UsedStage[],
): Promise<Map<number, Map<string, number>>> {
  const rows = await kysely
    .selectFrom("account_warnings")
    .select(["stage_id", "kind", "index", "day"])
    .select(({ fn }) => fn.max("percent").as("percent"))
    .where("account_id", "=", sql<number>`any(${stages.map(({ stage }) => stage.accountId)})`)
    .where("stage_id", "=", sql<number>`any(${stages.map(({ stage }) => stage.id)})`)
    .groupBy(["stage_id", "kind", "index", "day"])
    .execute();
  const sent = new Map<number, Map<string, number>>();
  for (const row of rows) {
    const ofStage = sent.get(row.stage_id) ?? new Map<string, number>();
    sent.set(row.stage_id, ofStage.set(scopeOf(row), row.percent));
  }
  return sent;
}

function warningRow(
  { stage, percent, use }: DueWarning & { stage: RecordStage },
  now: Date,
): Insertable<Tables["account_warnings"]> {
  return {
    account_id: stage.accountId,
    stage_id: stage.id,
    kind: use.kind,
    index: use.index,
    percent,
    day: use.day?.name ?? null,
    at: new Date(use.at).toISOString(),
    value: formatDecimal(use.value),
    floor: formatDecimal(use.floor),
    room: formatDecimal(use.room),
    created_at: now.toISOString(),
  };
}
