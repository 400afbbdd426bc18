import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { hasChanges } from "../../../identity/audit/audit-event.rule.ts";
import { type NewAuditEvent, recordEvents } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { invalidField, RefusalError } from "../../../platform/errors.ts";
import { requireOpenGate } from "../../traders/gates/gates.queries.ts";
import { changeAccount } from "../../traders/accounts/change-account.ts";
import { requestPlatformAccount } from "../../record/actions/platform-accounts.ts";
import { lockTraderAndRecord } from "../../record/records/recorded-account.ts";
import type { Stage } from "../../record/stages/stage.schema.ts";
import { getStage } from "../../record/stages/stages.queries.ts";
import { openStage } from "../../record/stages/start-stage.ts";
import type { assignProgrammeInput } from "./programme.schema.ts";
import { type OfferedVersion, readOfferedVersion } from "./programmes.queries.ts";

/**
 * Starts a stage at a step of a programme, with the step's phase, rules and payouts, and sets the account to active.
 * @throws RefusalError if the trader or the version does not exist, if the programme is archived, if the version has
 * no such step or initial balance, if a gate holds the step back, if an API token sends a master password, and as
 * `startStage` does
 */
export async function assignProgramme(
  context: Context,
  actor: StaffActor,
  { id: userId, programmeVersionId, step = 1, ...input }: z.output<typeof assignProgrammeInput>,
): Promise<Stage> {
  const { initialBalance, startedAt, expectedStageId, ...credentials } = input;
  const stageId = await inTransaction(context.database, async (transaction) => {
    const { trader, account } = await lockTraderAndRecord(transaction, userId);
    const offered = await readOfferedVersion(kyselyOf(transaction), programmeVersionId);
    const { phase, rulesVersionId, payoutEnabled, platform } = requireOffered(
      offered,
      step,
      initialBalance,
    );
    if (payoutEnabled) {
      await requireOpenGate(kyselyOf(transaction), userId, "fundedStep", context.clock.now());
    }
    const fields = { ...credentials, status: "active" as const, payoutEnabled };
    const changes = await changeAccount(context, transaction, actor, trader, fields);
    // Before the stage starts, because the verdict on earlier records may open a review, which changes the status.
    await transaction.flush();
    const opened = await openStage(context, transaction, account, {
      phase,
      initialBalance,
      currency: offered.currency,
      rulesVersionId,
      startedAt,
      expectedStageId,
      programme: { ...offered, step },
    });
    const requested = await requestPlatformAccount(context, transaction, {
      trader,
      accountId: account.id,
      stageId: opened.stageId,
      phase,
      platform,
      login: credentials.login,
    });
    const all = { ...changes, ...requested.changes };
    const updated: NewAuditEvent[] = hasChanges(all)
      ? [{ action: "account.updated", changes: all }]
      : [];
    await recordEvents(context, transaction, [
      ...[...updated, ...opened.events].map((event) => ({ ...event, actor, trader })),
      ...requested.events,
    ]);
    return opened.stageId;
  });
  return getStage(context.database.kysely, stageId);
}

function requireOffered(
  { name, version, archivedAt, initialBalances, steps }: OfferedVersion,
  step: number,
  initialBalance: string,
) {
  if (archivedAt !== null) {
    throw new RefusalError("conflict", "The programme is archived, so it starts no new ladder");
  }
  if (!initialBalances.includes(initialBalance)) {
    const message = `Initial balance must be one of ${initialBalances.join(", ")}`;
    throw invalidField("initialBalance", message);
  }
  const offered = steps[step - 1];
  if (offered) return offered;
  const message = `${name}, version ${version}, has no step ${step}`;
  throw invalidField("step", message);
}
