import type { AuditedTrader } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { type AccountFacts, lockFacts } from "./action-facts.queries.ts";
import { type ActionFacts, type ConsequenceEvent, consequencesOf } from "./consequences.rule.ts";
import { readEnforcement } from "./enforcement-settings.ts";
import { type EnforcementAuditEvent, storeConsequences } from "./store-consequences.ts";

export type EnforceContext = Pick<Context, "clock">;

/** An account about which an event is, in the words that its actions give as their reason. */
export interface About {
  trader: AuditedTrader;
  accountId: number;
  reason: string;
}

/** Determines and stores the consequences of an event for one account. */
export async function enforce(
  context: EnforceContext,
  transaction: Transaction,
  { trader, accountId, reason }: About,
  eventOf: (facts: AccountFacts) => ConsequenceEvent,
): Promise<EnforcementAuditEvent[]> {
  const kysely = kyselyOf(transaction);
  const facts = (await lockFacts(kysely, [accountId])).get(accountId)!;
  const settings = await readEnforcement(kysely);
  const consequences = consequencesOf(eventOf(facts), facts.actions, settings);
  return storeConsequences(context, transaction, [{ trader, accountId, reason, consequences }]);
}

/** Cancels the deposit of a withdrawal that has failed. */
export function enforceFailure(
  context: EnforceContext,
  transaction: Transaction,
  failed: Omit<About, "reason"> & Pick<ActionFacts, "kind" | "cause">,
): Promise<EnforcementAuditEvent[]> {
  const { kind, cause, ...account } = failed;
  const reason = "The withdrawal has failed";
  return enforce(context, transaction, { ...account, reason }, () => ({
    kind: "actionFailed",
    failed: { kind, cause },
  }));
}
