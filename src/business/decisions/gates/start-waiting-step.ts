import {
  type Changes,
  changesBetween,
  hasChanges,
} from "../../../identity/audit/audit-event.rule.ts";
import { type AuditActor, recordEvents } from "../../../identity/audit/record-event.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { enforceConfirmedPass } from "../../record/actions/enforce-reviews.ts";
import { requestPlatformAccount } from "../../record/actions/platform-accounts.ts";
import { REQUESTED_BY_RULES } from "../../record/actions/insert-actions.ts";
import type { LockedAccount } from "../../record/records/recorded-account.ts";
import { readStages } from "../../record/records/record-stages.queries.ts";
import { openStage } from "../../record/stages/start-stage.ts";
import { getStage } from "../../record/stages/stages.queries.ts";
import { TradingAccount } from "../../traders/accounts/account.entity.ts";
import { accountSnapshot } from "../../traders/accounts/change-account.ts";
import { readMissing } from "../../traders/gates/gates.queries.ts";
import { readOfferedVersion } from "../programmes/programmes.queries.ts";

/** What follows from gates is done by no person. */
export const gatesActor: AuditActor = { kind: "system", name: REQUESTED_BY_RULES };

interface LockedTrader {
  trader: Trader;
  account: LockedAccount;
}

/**
 * Starts the step that waits if the gate no longer holds it back; forgets it if another stage has taken its place.
 * @param locked the trader and the account, locked by `transaction`
 */
export async function startWaitingStep(
  context: Context,
  transaction: Transaction,
  { trader, account }: LockedTrader,
): Promise<void> {
  const kysely = kyselyOf(transaction);
  const waiting = await readWaitingStep(transaction, trader.id);
  if (!waiting) return;
  const stages = await readStages(kysely, [account.id]);
  const isLast = stages.at(-1)?.id === waiting.stageId;
  const missing = await readMissing(kysely, [trader.id], "fundedStep", context.clock.now());
  if (isLast && missing.has(trader.id)) return;
  await kysely.deleteFrom("waiting_steps").where("user_id", "=", trader.id).execute();
  if (!isLast) return;
  const passed = stages.at(-1)!;
  const { currency, initialBalance } = await getStage(kysely, passed.id);
  const version = await readOfferedVersion(kysely, waiting.programmeVersionId);
  const { phase, rulesVersionId, payoutEnabled, platform } = version.steps[waiting.step - 1]!;
  const opened = await openStage(context, transaction, account, {
    phase,
    initialBalance,
    currency,
    rulesVersionId,
    startedAt: context.clock.now(),
    expectedStageId: null,
    programme: { ...version, step: waiting.step },
  });
  const set = await setCredentials(transaction, trader, { ...waiting, payoutEnabled });
  await transaction.flush();
  const asked = await requestPlatformAccount(context, transaction, {
    trader,
    accountId: account.id,
    stageId: opened.stageId,
    phase,
    platform,
    login: waiting.login,
  });
  const changes = { ...set, ...asked.changes };
  const requested = await enforceConfirmedPass(context, transaction, {
    reviewId: waiting.reviewId,
    stage: passed,
    trader,
    accountId: account.id,
    reason: `${phase} has started`,
    startsNext: true,
  });
  const events = [
    ...opened.events,
    ...(hasChanges(changes) ? [{ action: "account.updated" as const, changes }] : []),
  ].map((event) => ({ ...event, actor: gatesActor, trader }));
  await recordEvents(context, transaction, [...events, ...asked.events, ...requested]);
}

type WaitingStep = NonNullable<Awaited<ReturnType<typeof readWaitingStep>>>;

function readWaitingStep(transaction: Transaction, traderId: number) {
  return kyselyOf(transaction)
    .selectFrom("waiting_steps")
    .select(["review_id as reviewId", "stage_id as stageId", "step", "sets"])
    .select(["programme_version_id as programmeVersionId"])
    .select(["login", "server", "master_password as masterPassword"])
    .where("user_id", "=", traderId)
    .executeTakeFirst();
}

async function setCredentials(
  transaction: Transaction,
  trader: Trader,
  { sets, payoutEnabled, ...waiting }: WaitingStep & { payoutEnabled: boolean },
): Promise<Changes> {
  const account = await transaction.findOneOrFail(TradingAccount, { trader }, { refresh: true });
  const before = accountSnapshot(account);
  account.payoutEnabled = payoutEnabled;
  for (const name of sets) account[name] = waiting[name];
  const changes = changesBetween(before, accountSnapshot(account));
  if (sets.includes("masterPassword")) changes.masterPassword = "changed";
  return changes;
}
