import { FeedReport } from "../business/trading/feed/read-items.ts";
import { storeSnapshots } from "../business/trading/feed/store-snapshots.ts";
import {
  deriveStages,
  type StageChange,
  wholeStage,
} from "../business/trading/records/derive-stages.ts";
import {
  currentOf,
  readStages,
  type RecordStage,
} from "../business/trading/records/record-stages.queries.ts";
import { ApiToken } from "../identity/tokens/api-token.entity.ts";
import { describeToken } from "../identity/tokens/tokens.ts";
import { changesBetween } from "../identity/audit/audit-event.rule.ts";
import type { Context } from "../platform/context.ts";
import { kyselyOf } from "../platform/database/database.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { DAY } from "../platform/time/durations.rule.ts";
import { generateToken, hashToken } from "../platform/vault/tokens.ts";
import { formatDecimal } from "../platform/money/money.ts";
import { backOfficeActor } from "./account-history.ts";
import type { DemoRecord } from "./demo-record.ts";
import type { DemoTrader } from "./demo-trader.ts";
import type { PastEvent } from "./trader-history.ts";
import type { WrittenTraders } from "./write-traders.ts";

/** Of a long record, only the last two weeks have snapshots, because more would delay the first start. */
const OBSERVED = 14 * DAY;
const LONG = 25 * DAY;

interface Records {
  records: ReadonlyMap<DemoTrader, DemoRecord>;
  traders: WrittenTraders;
}

/** Stores the snapshots of all records as a bridge sends them. @returns the audit events of its token */
export async function writeSnapshots(
  context: Context,
  transaction: Transaction,
  { records, traders }: Records,
): Promise<PastEvent[]> {
  const token = await insertToken(context, transaction, [...records.values()]);
  const stages = await stagesByTrader(transaction);
  const changes: StageChange[] = [];
  for (const [demoTrader, record] of records) {
    const stage = stages.get(traders.get(demoTrader)!.id)!;
    await insertSnapshots(transaction, token, stage, record);
    // The stages were assigned their rules after their deals were imported, so they are derived again.
    changes.push({ ...wholeStage(stage), positions: [] });
  }
  await deriveStages(transaction, changes);
  return [
    {
      action: "token.created",
      actor: backOfficeActor(),
      at: token.createdAt,
      changes: changesBetween({}, describeToken(token)),
    },
    {
      action: "token.revoked",
      actor: backOfficeActor(),
      at: token.revokedAt!,
      changes: changesBetween(describeToken(token), {}),
    },
  ];
}

/** Inserts a revoked token that was never shown. It only serves as the source of the snapshots. */
async function insertToken(
  { clock }: Context,
  transaction: Transaction,
  records: DemoRecord[],
): Promise<ApiToken> {
  const first = Math.min(...records.map(({ snapshots }) => snapshots[0]!.time));
  const token = transaction.create(ApiToken, {
    label: "Demo bridge",
    tokenHash: hashToken(generateToken()),
    scopes: ["feed:write"],
    createdAt: new Date(first - DAY),
    createdBy: backOfficeActor().label,
    expiresAt: null,
    lastUsedAt: clock.now(),
    revokedAt: clock.now(),
  });
  await transaction.flush();
  return token;
}

async function stagesByTrader(transaction: Transaction): Promise<Map<number, RecordStage>> {
  const kysely = kyselyOf(transaction);
  const accounts = await kysely.selectFrom("trading_accounts").select(["id", "user_id"]).execute();
  const stages = await readStages(
    kysely,
    accounts.map(({ id }) => id),
  );
  const byAccount = Map.groupBy(stages, ({ accountId }) => accountId);
  return new Map(
    accounts.flatMap(({ id, user_id: traderId }) => {
      const current = currentOf(byAccount.get(id) ?? []);
      return current ? [[traderId, current] as const] : [];
    }),
  );
}

async function insertSnapshots(
  transaction: Transaction,
  token: ApiToken,
  stage: RecordStage,
  { statement, snapshots }: DemoRecord,
): Promise<void> {
  const { login, printedAt } = statement;
  const isLong = snapshots[0]!.time < printedAt - LONG;
  const observed = isLong
    ? snapshots.filter(({ time }) => time >= printedAt - OBSERVED)
    : snapshots;
  const placed = observed.map(({ time, balance, equity }, index) => ({
    login,
    index,
    stage,
    item: { time, balance: formatDecimal(balance), equity: formatDecimal(equity) },
  }));
  const source = { tokenId: token.id, receivedAt: new Date(printedAt).toISOString() };
  await storeSnapshots(kyselyOf(transaction), placed, source, new FeedReport());
}
