import { CompiledQuery } from "kysely";
import type { z } from "zod";
import { eventRow } from "../audit/record-event.ts";
import type { Context } from "../context.ts";
import { queriesOf } from "../database/database.ts";
import type { Em } from "../database/orm.ts";
import { type PreparedStatement, runPrepared } from "../database/prepared.ts";
import { notFound, RefusalError } from "../lib/errors.ts";
import type { TraderActor } from "../sessions/actor.ts";
import { mayRequestPayout, notEligibleMessage } from "./eligibility.ts";
import type { Payout, requestPayoutInput } from "./payout.schema.ts";

/**
 * Look, request and audit event in one statement, which is the whole transaction of most requests.
 * The account is locked (shared), so payouts cannot be switched off in between. The trader is locked
 * before it, as the reference to him would do after the event.
 */
const statement: PreparedStatement = {
  name: "request_payout",
  text: `with account as (
      select payout_enabled from users join trading_accounts on user_id = users.id
      where users.id = $1 for key share of users for share of trading_accounts
    ), request as (
      insert into payout_requests (user_id, amount, payment_method, payment_details, created_at)
      select $1, $2::numeric, $3, $4, $5::timestamptz from account where payout_enabled
      returning id
    ), event as (
      insert into audit_events (payout_id, at, actor_kind, actor_id, actor_name, address,
        request_id, action, trader_id, trader_name, changes, reason)
      select request.id, $6::timestamptz, $7, $8::int, $9, $10, $11, $12, $13::int, $14, $15::jsonb,
        $16
      from request
    )
    select account.payout_enabled as "payoutEnabled", request.id
    from account left join request on true`,
};

interface Written {
  payoutEnabled: boolean;
  id: number | null;
}

/**
 * @param em a transaction that this is a part of; alone where there is none
 * @throws RefusalError where payouts are not enabled for the account
 */
export async function writeRequest(
  context: Context,
  actor: TraderActor,
  input: z.output<typeof requestPayoutInput>,
  em?: Em,
): Promise<Payout> {
  const { trader } = actor;
  const createdAt = context.clock.now();
  const { amount, paymentMethod, paymentDetails = null } = input;
  const event = eventRow(context, actor, {
    action: "payout.requested",
    trader,
    changes: {
      amount: { from: null, to: amount },
      paymentMethod: { from: null, to: paymentMethod },
    },
  });
  const request = [trader.id, amount, paymentMethod, paymentDetails, createdAt.toISOString()];
  const who = [event.at, event.actor_kind, event.actor_id, event.actor_name, event.address];
  const what = [event.request_id, event.action, event.trader_id, event.trader_name, event.changes];
  const values = [...request, ...who, ...what, event.reason];
  const [written] = em
    ? (await queriesOf(em).executeQuery<Written>(CompiledQuery.raw(statement.text, values))).rows
    : await runPrepared<Written>(context.database.pool, statement, values);
  if (!written) throw notFound("User");
  if (!mayRequestPayout(written)) throw new RefusalError("forbidden", notEligibleMessage);
  return {
    id: written.id!,
    userId: trader.id,
    amount,
    paymentMethod,
    paymentDetails,
    status: "pending",
    adminNotes: null,
    createdAt,
  };
}
