import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { PayoutRequest } from "../business/payouts/payout.entity.ts";
import { changesBetween } from "../platform/audit/changes.rule.ts";
import type { Context } from "../platform/context.ts";
import { kyselyOf } from "../platform/database/database.ts";
import type { Em } from "../platform/database/orm.ts";
import { DAY, HOUR } from "../platform/time/durations.rule.ts";
import { backOfficeActor } from "./back-office.ts";
import type { PastEvent } from "./trader-history.ts";
import type { WrittenPayouts } from "./write-payouts.ts";

/** The newest approved requests are not in a run yet, and those before them are in an open one. */
const UNPAID = 3;
const IN_OPEN_RUN = 4;

/**
 * Inserts the payments of approved requests: a closed run for each month, and an open one. A few requests remain
 * without a run. @returns the audit events
 */
export async function writePayments(
  { clock }: Context,
  em: Em,
  written: WrittenPayouts,
): Promise<PastEvent[]> {
  const approved = [...written.values()]
    .filter(({ status }) => status === "approved")
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const inRuns = approved.slice(0, -UNPAID);
  const opened = inRuns.slice(-IN_OPEN_RUN);
  const settled = inRuns.slice(0, -IN_OPEN_RUN);
  const byMonth = Map.groupBy(settled, ({ createdAt }) => createdAt.toISOString().slice(0, 7));
  const runs = [...byMonth.values(), opened];
  const events: PastEvent[] = [];
  for (const [index, payouts] of runs.entries()) {
    // A request is decided a day after it was made, and paid a day later.
    const last = payouts.at(-1)!.createdAt.getTime() + 2 * DAY;
    const at = new Date(Math.min(last, clock.now().getTime() - HOUR * (runs.length - index)));
    const isClosed = payouts !== opened;
    events.push(...(await writeRun(em, payouts, { at, isClosed, number: index + 1 })));
  }
  return events;
}

interface Run {
  at: Date;
  isClosed: boolean;
  number: number;
}

async function writeRun(
  em: Em,
  payouts: PayoutRequest[],
  { at, isClosed, number }: Run,
): Promise<PastEvent[]> {
  const kysely = kyselyOf(em);
  const { label } = backOfficeActor();
  const time = at.toISOString();
  const closed = isClosed ? { closed_at: time, closed_by: label } : {};
  const { id: runId } = await kysely
    .insertInto("payment_runs")
    .values({
      message_id: `PR${randomUUID().replaceAll("-", "").toUpperCase()}`,
      created_at: time,
      created_by: label,
      ...closed,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const reference = `WT-${22_400 + number}`;
  const paid = isClosed
    ? ({ status: "paid", paid_at: time, paid_by: label, reference } as const)
    : ({ status: "open" } as const);
  await kysely
    .insertInto("payments")
    .values(
      payouts.map(({ id, amount, paymentMethod }) => ({
        run_id: runId,
        payout_id: id,
        amount,
        currency: "USD",
        payment_method: paymentMethod,
        ...paid,
      })),
    )
    .execute();
  await sql`update payout_requests set payment_id = payments.id from payments
    where run_id = ${runId} and payout_id = payout_requests.id`.execute(kysely);
  const about = { at, actor: backOfficeActor() };
  const ofPayouts = payouts.map(({ id, trader, amount }): PastEvent => ({
    ...about,
    action: isClosed ? "payment.paid" : "payment.added",
    trader,
    payoutId: id,
    changes: changesBetween({}, { runId, amount, currency: "USD" }),
    ...(isClosed && { reason: reference }),
  }));
  const changes = changesBetween({}, { runId, payments: payouts.length });
  return [{ ...about, action: "payment-run.created", changes }, ...ofPayouts];
}
