import { LockMode } from "@mikro-orm/core";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { Trader } from "../users/trader.entity.ts";
import { issueResetLink } from "./issue-reset-link.ts";

const ENCRYPTION_CONTEXT = "password-reset";

interface ResetRequest {
  email: string;
  caller: Caller;
}

/**
 * Enqueues a request for a reset link. The job looks the trader up after the response, so that neither
 * the response nor its duration depends on whether the email belongs to a trader. The request is
 * encrypted, because people sometimes type a password into the email field.
 * @throws RefusalError after too many requests for one email, existing or not, or from one network address
 */
export async function requestReset(context: Context, caller: Caller, email: string): Promise<void> {
  const { cipher, database, jobs, throttle } = context;
  await throttle.consume("resetMailByAddress", caller.address);
  await throttle.consume("resetMailByAccount", email);
  const request: ResetRequest = { email, caller };
  const sealed = cipher.encrypt(JSON.stringify(request), ENCRYPTION_CONTEXT);
  await inTransaction(database, (em) => jobs.enqueue(em, "password-reset", { sealed }));
}

/** Starts the worker that mails reset links to the emails that belong to a trader. */
export async function workOnResetRequests(context: Context): Promise<void> {
  const { cipher, jobs } = context;
  await jobs.work("password-reset", async (data) => {
    const { sealed } = data as { sealed: string };
    await mailResetLink(
      context,
      JSON.parse(cipher.decrypt(sealed, ENCRYPTION_CONTEXT)) as ResetRequest,
    );
  });
}

async function mailResetLink(context: Context, { email, caller }: ResetRequest): Promise<void> {
  await inTransaction(context.database, async (em) => {
    const trader = await em.findOne(Trader, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!trader || (await isRecorded(em, trader.id, caller.requestId))) return;
    await issueResetLink(context, em, trader, "password-reset");
    const actor = { kind: "visitor", caller } as const;
    await recordEvent(context, em, actor, { action: "password.reset-requested", trader });
  });
}

/** Returns whether the link was sent already: a job that is killed after its commit runs again. */
async function isRecorded(em: Em, traderId: number, requestId: string): Promise<boolean> {
  const event = await kyselyOf(em)
    .selectFrom("audit_events")
    .select("id")
    .where("trader_id", "=", traderId)
    .where("action", "=", "password.reset-requested")
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return event !== undefined;
}
