import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import type { NewAuditEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { changeAccount } from "../../traders/accounts/change-account.ts";
import type { LockedAccount } from "../../trading/records/recorded-account.ts";
import { openStage } from "../../trading/stages/start-stage.ts";
import type { nextStageInput } from "./review.schema.ts";

interface Passed {
  trader: Trader;
  account: LockedAccount;
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
  if (Object.values(credentials).every((value) => value === undefined)) return events;
  const changes = await changeAccount(context, transaction, actor, trader, credentials);
  return [...events, { action: "account.updated", changes }];
}
