import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import { hasChanges } from "../../../identity/audit/audit-event.rule.ts";
import type { NewAuditEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { keepWaitingStep, type StepCredentials } from "../gates/keep-waiting-step.ts";
import { readOfferedVersion } from "../programmes/programmes.queries.ts";
import type { AccountInput } from "../../traders/accounts/account.schema.ts";
import { readMissing } from "../../traders/gates/gates.queries.ts";
import { changeAccount } from "../../traders/accounts/change-account.ts";
import { requestPlatformAccount } from "../../record/actions/platform-accounts.ts";
import type { LockedAccount } from "../../record/records/recorded-account.ts";
import { getStage } from "../../record/stages/stages.queries.ts";
import { openStage } from "../../record/stages/start-stage.ts";
import type { nextStageInput } from "./review.schema.ts";

interface Passed {
  reviewId: number;
  trader: Trader;
  account: LockedAccount;
  stageId: number;
  /** The currency of the stage that was passed. */
  currency: string;
  /** When that stage ended. */
  endedAt: Date;
}

/**
 * Starts the stage that follows a pass, with new credentials if they are given in `transaction`.
 * @returns the events for the audit log
 * @throws RefusalError if another stage is open, if the version of the rules does not exist, or if an API
 * token sends a master password
 */
export async function startNextStage(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  { trader, account, currency, endedAt }: Passed,
  { login, server, masterPassword, ...stage }: z.output<typeof nextStageInput>,
): Promise<NewAuditEvent[]> {
  const input = { currency, ...stage, startedAt: endedAt, expectedStageId: null };
  const { events } = await openStage(context, transaction, account, input);
  const credentials = { login, server, masterPassword };
  const updated = await updateAccount(context, transaction, actor, trader, credentials);
  return [...events, ...updated];
}

/**
 * Starts the next step of the programme to which the passed stage belongs, in the version that the ladder started with,
 * even if the programme has been archived since. The account's payouts are enabled or disabled as the step says. A step
 * with payouts waits as long as a gate holds it back.
 * @returns the events for the audit log
 * @throws RefusalError if the stage belongs to no programme or was its last step, and as `startNextStage` does
 */
export async function startNextStep(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  { reviewId, trader, account, stageId, endedAt }: Passed,
  credentials: StepCredentials,
): Promise<NewAuditEvent[]> {
  const kysely = kyselyOf(transaction);
  const { programme, currency, initialBalance } = await getStage(kysely, stageId);
  if (!programme) {
    throw new RefusalError(
      "conflict",
      "This stage belongs to no programme, so it has no next step",
    );
  }
  const version = await readOfferedVersion(kysely, programme.versionId);
  const step = programme.step + 1;
  const next = version.steps[step - 1];
  if (!next) {
    const message = `This stage is the last step of ${version.name}, version ${version.version}`;
    throw new RefusalError("conflict", message);
  }
  const { phase, rulesVersionId, payoutEnabled, platform } = next;
  const missing = await readMissing(kysely, [trader.id], "fundedStep", context.clock.now());
  if (payoutEnabled && missing.has(trader.id)) {
    const waiting = { reviewId, stageId, programmeVersionId: programme.versionId, step, phase };
    const kept = { traderId: trader.id, credentials, ...waiting };
    return [await keepWaitingStep(context, transaction, actor, kept)];
  }
  const { stageId: startedId, events } = await openStage(context, transaction, account, {
    phase,
    initialBalance,
    currency,
    rulesVersionId,
    startedAt: endedAt,
    expectedStageId: null,
    programme: { ...version, step },
  });
  const fields = { ...credentials, payoutEnabled };
  const updated = await updateAccount(context, transaction, actor, trader, fields);
  await transaction.flush();
  const requested = await requestPlatformAccount(context, transaction, {
    trader,
    accountId: account.id,
    stageId: startedId,
    phase,
    platform,
    login: credentials.login,
  });
  const emptied: NewAuditEvent[] = hasChanges(requested.changes)
    ? [{ action: "account.updated", changes: requested.changes }]
    : [];
  return [...events, ...updated, ...emptied, ...requested.events];
}

/** @returns the event for the audit log; none if nothing changes */
async function updateAccount(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  trader: Trader,
  fields: AccountInput,
): Promise<NewAuditEvent[]> {
  if (Object.values(fields).every((value) => value === undefined)) return [];
  const changes = await changeAccount(context, transaction, actor, trader, fields);
  return hasChanges(changes) ? [{ action: "account.updated", changes }] : [];
}
