import { changesBetween } from "../platform/audit/changes.rule.ts";
import type { Context } from "../platform/context.ts";
import { kyselyOf } from "../platform/database/database.ts";
import type { Em } from "../platform/database/orm.ts";
import { MINUTE } from "../platform/time/durations.rule.ts";
import { backOfficeActor } from "./back-office.ts";
import { isTraded } from "./demo-record.ts";
import type { PastEvent } from "./trader-history.ts";
import { stopOf } from "./trading-period.ts";
import type { WrittenTraders } from "./write-traders.ts";

/** Ends the stages of breached accounts shortly after the accounts were stopped. @returns the audit events */
export async function endFailedStages(
  { clock }: Context,
  em: Em,
  traders: WrittenTraders,
): Promise<PastEvent[]> {
  const events: PastEvent[] = [];
  for (const [demoTrader, trader] of traders) {
    if (demoTrader.account.status !== "breached" || !isTraded(demoTrader)) continue;
    const at = new Date(stopOf(demoTrader, clock.now())!.getTime() + MINUTE);
    const ended = { endedAt: at.toISOString(), outcome: "failed" as const };
    const { id } = await kyselyOf(em)
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
