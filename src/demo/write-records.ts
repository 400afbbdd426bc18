import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { writeImports } from "./write-imports.ts";
import { type DemoRecord, demoRecordOf, isTraded } from "./demo-record.ts";
import { type DemoTrader, toDate } from "./demo-trader.ts";
import type { WrittenCustomer } from "./past/write-former-customers.ts";
import { writePast } from "./past/write-past.ts";
import type { PastEvent } from "./trader-history.ts";
import type { Market } from "./trading/market.ts";
import { writeCalendar } from "./write-calendar.ts";
import { writeProgrammes, writeRules } from "./write-programmes.ts";
import type { WrittenTraders } from "./write-traders.ts";
import { changesBetween } from "../identity/audit/audit-event.rule.ts";
import { kyselyOf } from "../platform/database/database.ts";
import { DAY, MINUTE } from "../platform/time/durations.rule.ts";
import { backOfficeActor, stopOf } from "./account-history.ts";
import { readPlayedStages } from "../business/record/derivation/played-stages.queries.ts";
import {
  currentOf,
  readStages,
  type RecordStage,
} from "../business/record/records/record-stages.queries.ts";
import { judgeAndAct } from "../business/record/verdicts/apply-record-changes.ts";
import { FeedReport } from "../business/record/feed/read-items.ts";
import { storeSnapshots } from "../business/record/feed/store-snapshots.ts";
import {
  deriveStages,
  type StageChange,
  wholeStage,
} from "../business/record/derivation/derive-stages.ts";
import { judgeWithout } from "../business/record/stages/set-aside.ts";
import { ApiToken } from "../identity/tokens/api-token.entity.ts";
import { describeToken } from "../identity/tokens/revoke-tokens.ts";
import { generateToken, hashToken } from "../platform/vault/tokens.ts";
import { formatDecimal } from "../platform/money/money.ts";

/**
 * Writes the records of all traders as if they came from statements and a bridge, and derives the accounts' figures.
 * @param storedKeys see `writeCertificates`
 * @returns the audit events, unsorted
 */
export async function writeRecords(
  context: Context,
  transaction: Transaction,
  { traders, customers, market }: Firm,
  storedKeys: string[],
): Promise<PastEvent[]> {
  const now = context.clock.now();
  const records = demoRecords([...traders.keys()], now, market);
  const token = await insertToken(context, transaction);
  const before = [
    ...(await writeImports(context, transaction, { records, traders, storedKeys })),
    ...(await writeCalendar(context, transaction)),
    ...(await writeRules(context, transaction, traders)),
  ];
  const { written, events } = await writeProgrammes(context, transaction, traders);
  await writeSnapshots(transaction, token, { records, traders });
  const failed = await endFailedStages(context, transaction, traders);
  const past = { customers, traders, written, market, tokenId: token.id };
  return [
    ...before,
    ...events,
    ...tokenEvents(token),
    ...failed,
    ...(await writePast(context, transaction, past)),
  ];
}

/** Whose records are written, and the market on which they traded. */
interface Firm {
  traders: WrittenTraders;
  customers: readonly WrittenCustomer[];
  market: Market;
}

function demoRecords(
  demoTraders: DemoTrader[],
  now: Date,
  market: Market,
): Map<DemoTrader, DemoRecord> {
  const records = new Map<DemoTrader, DemoRecord>();
  for (const demoTrader of demoTraders) {
    const record = demoRecordOf(demoTrader, now, market);
    if (record) records.set(demoTrader, record);
  }
  return records;
}

/** Ends the stages of breached accounts shortly after the accounts were stopped. @returns the audit events */
async function endFailedStages(
  { clock }: Context,
  transaction: Transaction,
  traders: WrittenTraders,
): Promise<PastEvent[]> {
  const events: PastEvent[] = [];
  for (const [demoTrader, trader] of traders) {
    if (demoTrader.account.status !== "breached" || !isTraded(demoTrader)) continue;
    const at = new Date(stopOf(demoTrader, clock.now())!.getTime() + MINUTE);
    const ended = { endedAt: at.toISOString(), outcome: "failed" as const };
    const { id } = await kyselyOf(transaction)
      .updateTable("stages")
      .from("trading_accounts")
      .set(({ ref }) => ({
        ended_at: ended.endedAt,
        outcome: ended.outcome,
        login: ref("trading_accounts.login"),
        server: ref("trading_accounts.server"),
      }))
      .whereRef("stages.account_id", "=", "trading_accounts.id")
      .where("trading_accounts.user_id", "=", trader.id)
      .returning("stages.id")
      .executeTakeFirstOrThrow();
    const before = { endedAt: null, outcome: null };
    events.push({
      action: "stage.ended",
      actor: backOfficeActor(),
      at,
      trader,
      changes: { stageId: { from: id, to: id }, ...changesBetween(before, ended) },
      reason: "The account is breached.",
    });
  }
  return events;
}

/** Demo traders have no mailboxes. */
const silent: Context["outbox"] = { enqueue: () => Promise.resolve() };

/**
 * Judges all stages for the first time, after the history has been written, so that the reviews it opens are the latest
 * events. Stages that ended with an outcome need no review.
 */
export async function storeDemoVerdicts(
  context: Context,
  transaction: Transaction,
  traders: WrittenTraders,
): Promise<void> {
  const kysely = kyselyOf(transaction);
  const stages = [...(await presentStages(transaction, traders)).values()];
  await judgeAndAct(
    { ...context, outbox: silent },
    transaction,
    await readPlayedStages(kysely, stages),
    (stage) => ({
      kind: "rules",
      id: stage.rulesVersionId,
      message: "The rules of the stage were entered",
    }),
  );
  await waiveOldest(context, transaction, stages);
  // In the history, these accounts came under review before the reviews were opened.
  await kysely
    .updateTable("reviews")
    .set({ former_status: "active" })
    .where("decision", "is", null)
    .execute();
}

/** Waives the oldest finding, as an administrator does. */
async function waiveOldest(
  context: Context,
  transaction: Transaction,
  stages: readonly RecordStage[],
): Promise<void> {
  const finding = await kyselyOf(transaction)
    .selectFrom("conduct_findings")
    .select(["id", "stage_id", "key", "kind"])
    .orderBy(sql`finding ->> 'at'`)
    .limit(1)
    .executeTakeFirst();
  const stage = stages.find(({ id }) => id === finding?.stage_id);
  if (!finding || !stage) return;
  const reason = "The platform was slow that minute; the order had been placed before the window.";
  const cause = {
    kind: "waiver",
    id: finding.id,
    message: `A finding was waived: ${reason}`,
  } as const;
  const waiver = { reason, at: context.clock.now(), cause };
  await judgeWithout({ ...context, outbox: silent }, transaction, stage, [finding.key], waiver);
}

/** Of a long record, only the last two weeks have snapshots, because more would delay the first start. */
const OBSERVED = 14 * DAY;
const LONG = 25 * DAY;

interface Records {
  records: ReadonlyMap<DemoTrader, DemoRecord>;
  traders: WrittenTraders;
}

/** Stores the snapshots of all records as a bridge sends them. */
async function writeSnapshots(
  transaction: Transaction,
  token: ApiToken,
  { records, traders }: Records,
): Promise<void> {
  const stages = await presentStages(transaction, traders);
  const changes: StageChange[] = [];
  for (const [demoTrader, record] of records) {
    const stage = stages.get(traders.get(demoTrader)!.id)!;
    await insertSnapshots(transaction, token, stage, record);
    // The stages were assigned their rules after their deals were imported, so they are derived again.
    changes.push({ ...wholeStage(stage), positions: [] });
  }
  await deriveStages(transaction, changes);
}

function tokenEvents(token: ApiToken): PastEvent[] {
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

/** Inserts a revoked token that was never shown. It only serves as the source of snapshots, and of the deals of the past. */
async function insertToken({ clock }: Context, transaction: Transaction): Promise<ApiToken> {
  const token = transaction.create(ApiToken, {
    label: "Demo bridge",
    tokenHash: hashToken(generateToken()),
    scopes: ["feed:write"],
    createdAt: toDate(clock, [422, "11:40"]),
    createdBy: backOfficeActor().label,
    expiresAt: null,
    lastUsedAt: clock.now(),
    revokedAt: clock.now(),
  });
  await transaction.flush();
  return token;
}

/** Reads the current stages of the present traders, by the trader's id. */
async function presentStages(
  transaction: Transaction,
  traders: WrittenTraders,
): Promise<Map<number, RecordStage>> {
  const kysely = kyselyOf(transaction);
  const ids = [...traders.values()].map(({ id }) => id);
  const accounts = await kysely
    .selectFrom("trading_accounts")
    .select(["id", "user_id"])
    .where("user_id", "in", ids)
    .execute();
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
