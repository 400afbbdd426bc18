import type { z } from "zod";
import type { AuditAction } from "../../platform/audit/audit-actions.rule.ts";
import type { Changes } from "../../platform/audit/changes.rule.ts";
import type { Context } from "../../platform/context.ts";
import type { Em } from "../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../platform/lib/errors.ts";
import { writesOwn } from "../../identity/sessions/sessions.queries.ts";
import type { TraderSession } from "../../identity/sessions/trader-session.ts";
import { canRequestPayout, notEligibleMessage } from "./eligibility.rule.ts";
import type { Payout, requestPayoutInput } from "./payout.schema.ts";

const action: AuditAction = "payout.requested";

/**
 * Session, look, request and audit event in one statement, which is the whole transaction of most
 * requests. A trader's own requests wait in turn for his row, and who decides about him between them: a
 * lock that they shared would let them pass by whoever waits to ban him. What was decided meanwhile
 * holds, of him and of his account.
 */
const statement = writesOwn(
  "request_payout",
  `account as (
      select users.id, coalesce(full_name, email) as name, payout_enabled
      from admitted join users on users.id = admitted.id
        join trading_accounts on trading_accounts.user_id = users.id
      where not users.banned
      for no key update of users for share of trading_accounts
    ), request as (
      insert into payout_requests (user_id, amount, payment_method, payment_details, created_at)
      select id, $3::numeric, $4, $5, $6::timestamptz from account where payout_enabled
      returning id
    ), event as (
      insert into audit_events (payout_id, at, actor_kind, actor_id, actor_name, address,
        request_id, action, trader_id, trader_name, changes)
      select request.id, $6::timestamptz, 'trader', account.id, account.name, $7, $8, '${action}',
        account.id, account.name, $9::jsonb
      from request, account
    )`,
  `select json_build_object('payoutEnabled', account.payout_enabled, 'id', request.id)
    from account left join request on true`,
);

interface Written {
  payoutEnabled: boolean;
  id: number | null;
}

/**
 * @param em a transaction that this is a part of; alone where there is none
 * @throws RefusalError where nobody is signed in, or payouts are not enabled for the account
 */
export async function writeRequest(
  { clock }: Context,
  session: TraderSession,
  input: z.output<typeof requestPayoutInput>,
  em?: Em,
): Promise<Payout> {
  const createdAt = clock.now();
  const { amount, paymentMethod, paymentDetails = null } = input;
  const { address, requestId } = session.caller;
  const changes: Changes = {
    amount: { from: null, to: amount },
    paymentMethod: { from: null, to: paymentMethod },
  };
  const request = [amount, paymentMethod, paymentDetails, createdAt.toISOString()];
  const event = [address, requestId, JSON.stringify(changes)];
  const { traderId, own: written } = await session.run<Written | null>(
    statement,
    [...request, ...event],
    em,
  );
  if (!written) {
    // Banned or deleted in the very moment.
    await session.authenticate();
    throw notFound("User");
  }
  if (!canRequestPayout(written)) throw new RefusalError("forbidden", notEligibleMessage);
  return {
    id: written.id!,
    userId: traderId,
    amount,
    paymentMethod,
    paymentDetails,
    status: "pending",
    adminNotes: null,
    createdAt,
  };
}
