import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { recordEvents } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import type { PayoutStatus } from "../payouts/payout.rule.ts";
import { lockRun, lockTraders, paymentEvent } from "./lock-run.ts";
import type { PaymentRunWithPayments } from "./payments.schema.ts";
import { getRunWithPayments } from "./payments.queries.ts";

/**
 * Creates a payment run from approved requests that are in no open run and have not been paid.
 * @throws RefusalError naming the first request that cannot be paid; in that case no run is created
 */
export async function createRun(
  context: Context,
  actor: StaffActor,
  payoutIds: readonly number[],
): Promise<PaymentRunWithPayments> {
  const id = await inTransaction(context.database, async (em) => {
    await requirePayable(em, payoutIds);
    const runId = await insertRun(context, em, actor, payoutIds);
    const { payments } = await lockRun(em, runId);
    await recordEvents(context, em, [
      {
        actor,
        action: "payment-run.created",
        changes: changesBetween({}, { runId, payments: payments.length }),
      },
      ...payments.map((payment) => ({ actor, ...paymentEvent("payment.added", runId, payment) })),
    ]);
    return runId;
  });
  return getRunWithPayments(context, id);
}

interface Candidate {
  id: number;
  status: PayoutStatus;
  runId: number | null;
  isPaid: boolean;
}

async function requirePayable(em: Em, payoutIds: readonly number[]): Promise<void> {
  const kysely = kyselyOf(em);
  const traders = await kysely
    .selectFrom("payout_requests")
    .select("user_id as id")
    .where("id", "in", payoutIds)
    .execute();
  await lockTraders(
    kysely,
    traders.map(({ id }) => id),
  );
  const { rows } = await sql<Candidate>`
    select payout_requests.id, payout_requests.status, run_id as "runId",
      coalesce(payments.status = 'paid', false) as "isPaid"
    from payout_requests left join payments on payments.id = payment_id
    where payout_requests.id in (${sql.join(payoutIds)})`.execute(kysely);
  for (const id of payoutIds) {
    const found = rows.find((row) => row.id === id);
    if (!found) throw new RefusalError("not-found", `Payout request #${id} not found`);
    if (found.status !== "approved")
      throw new RefusalError("conflict", `Request #${id} is ${found.status}, not approved`);
    if (found.runId === null) continue;
    const where = found.isPaid ? "has been paid in" : "is already in";
    throw new RefusalError("conflict", `Request #${id} ${where} payment run #${found.runId}`);
  }
}

/**
 * Inserts an open run of these requests, which must be payable. A payment has its own amount and currency, which remain
 * if the trader is deleted.
 */
export async function insertRun(
  { clock }: Pick<Context, "clock">,
  em: Em,
  actor: Pick<StaffActor, "label">,
  payoutIds: readonly number[],
): Promise<number> {
  const kysely = kyselyOf(em);
  const { id } = await kysely
    .insertInto("payment_runs")
    .values({
      message_id: `PR${randomUUID().replaceAll("-", "").toUpperCase()}`,
      created_at: clock.now().toISOString(),
      created_by: actor.label,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    insert into payments (run_id, payout_id, amount, currency, payment_method, status)
    select ${id}, id, amount, currency, payment_method, 'open'
    from payout_requests where id in (${sql.join(payoutIds)}) order by id`.execute(kysely);
  await sql`
    update payout_requests set payment_id = payments.id
    from payments where run_id = ${id} and payout_id = payout_requests.id`.execute(kysely);
  return id;
}
