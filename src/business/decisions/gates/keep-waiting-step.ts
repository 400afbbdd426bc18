import { requireCredentials } from "../../traders/accounts/change-account.ts";
import { encryptMasterPassword } from "../../traders/accounts/master-password.ts";
import type { AccountInput } from "../../traders/accounts/account.schema.ts";
import type { NewAuditEvent } from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { type SealedColumns } from "../../../platform/vault/cipher.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/** Encrypted and bound like those of accounts, so that they are copied there as they are. */
export const waitingPasswords: SealedColumns = {
  label: "master passwords of waiting steps",
  table: "waiting_steps",
  columns: ["master_password"],
  owner: "user_id",
  boundTo: "trading_accounts.master_password",
};

export type StepCredentials = Pick<AccountInput, "login" | "server" | "masterPassword">;

interface NewWaitingStep {
  traderId: number;
  reviewId: number;
  /** The passed stage. */
  stageId: number;
  programmeVersionId: number;
  step: number;
  phase: string;
  credentials: StepCredentials;
}

/**
 * Keeps the step that follows a confirmed pass, with its credentials, until the gate no longer holds it back.
 * @param transaction a transaction that has locked the trader
 * @returns the event for the audit log
 * @throws RefusalError if the caller sends a master password but may not set it
 */
export async function keepWaitingStep(
  { cipher, clock }: Pick<Context, "cipher" | "clock">,
  transaction: Transaction,
  actor: StaffActor,
  { traderId, credentials, phase, ...waiting }: NewWaitingStep,
): Promise<NewAuditEvent> {
  const { login, server, masterPassword } = credentials;
  if (masterPassword !== undefined) requireCredentials(actor);
  const given = { login, server, masterPassword };
  const row = {
    review_id: waiting.reviewId,
    stage_id: waiting.stageId,
    programme_version_id: waiting.programmeVersionId,
    step: waiting.step,
    login: login ?? null,
    server: server ?? null,
    master_password: encryptMasterPassword(cipher, traderId, masterPassword ?? null),
    sets: keysOf(given).filter((name) => given[name] !== undefined),
    created_at: clock.now().toISOString(),
  };
  await kyselyOf(transaction)
    .insertInto("waiting_steps")
    .values({ user_id: traderId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
  return {
    action: "step.waiting",
    changes: { step: { from: null, to: waiting.step }, phase: { from: null, to: phase } },
  };
}
