import type { Context } from "../platform/context.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { writeImports } from "./write-imports.ts";
import { type DemoRecord, demoRecordOf, isTraded } from "./demo-record.ts";
import type { DemoTrader } from "./demo-trader.ts";
import type { PastEvent } from "./trader-history.ts";
import { Market } from "./trading/market.ts";
import { writeProgrammes } from "./write-programmes.ts";
import { writeRules } from "./write-rules.ts";
import { writeSnapshots } from "./write-snapshots.ts";
import type { WrittenTraders } from "./write-traders.ts";
import { changesBetween } from "../identity/audit/audit-event.rule.ts";
import { kyselyOf } from "../platform/database/database.ts";
import { MINUTE } from "../platform/time/durations.rule.ts";
import { backOfficeActor } from "./account-history.ts";
import { stopOf } from "./trading-period.ts";
import { readPlayedStages } from "../business/trading/records/played-stage.queries.ts";
import { readStages } from "../business/trading/records/record-stages.queries.ts";
import { storeVerdicts } from "../business/judgement/verdicts/apply-record-changes.ts";

/**
 * Writes the records of all traders as if they came from statements and a bridge, and derives the accounts' figures.
 * @param storedKeys see `writeCertificates`
 * @returns the audit events, unsorted
 */
export async function writeRecords(
  context: Context,
  transaction: Transaction,
  traders: WrittenTraders,
  storedKeys: string[],
): Promise<PastEvent[]> {
  const now = context.clock.now();
  const records = demoRecords([...traders.keys()], now);
  return [
    ...(await writeImports(context, transaction, { records, traders, storedKeys })),
    ...(await writeRules(context, transaction, traders)),
    ...(await writeProgrammes(context, transaction, traders)),
    ...(await writeSnapshots(context, transaction, { records, traders })),
    ...(await endFailedStages(context, transaction, traders)),
  ];
}

function demoRecords(demoTraders: DemoTrader[], now: Date): Map<DemoTrader, DemoRecord> {
  const market = new Market();
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
      .set({ ended_at: ended.endedAt, outcome: ended.outcome })
      .from("trading_accounts")
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
export async function storeDemoVerdicts(context: Context, transaction: Transaction): Promise<void> {
  const kysely = kyselyOf(transaction);
  const accounts = await kysely.selectFrom("trading_accounts").select("id").execute();
  const stages = await readStages(
    kysely,
    accounts.map(({ id }) => id),
  );
  await storeVerdicts(
    { ...context, outbox: silent },
    transaction,
    await readPlayedStages(kysely, stages),
    (stage) => ({
      kind: "rules",
      id: stage.rulesVersionId,
      message: "The rules of the stage were entered",
    }),
  );
  // In the history, these accounts came under review before the reviews were opened.
  await kysely.updateTable("reviews").set({ former_status: "active" }).execute();
}
