import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import { needsSecondApproval } from "./payout-policy.rule.ts";
import { readApprovalLimit } from "./payout-settings.ts";

interface ApprovalRow {
  id: number;
  amount: string;
  currency: string;
  unpaid: string;
  hasWaited: boolean;
}

/** Reads which requests need two administrators, by id. Those that do not exist have no entry. */
export async function readNeedsSecond(
  kysely: Kysely<Tables>,
  ids: readonly number[],
): Promise<Map<number, boolean>> {
  const { rows } = await sql<ApprovalRow>`
    select request.id, request.amount, request.currency,
      exists (select from decisions where subject_kind = 'payout' and subject_id = request.id
        and step = 'approve-first') as "hasWaited",
      (select coalesce(sum(other.amount), 0.00) from payout_requests as other
        left join payments on payments.id = other.payment_id
        where other.user_id = request.user_id and other.currency = request.currency
          and other.id <> request.id and other.status = 'approved'
          and payments.status is distinct from 'paid') as unpaid
    from payout_requests as request where request.id = any(${ids})`.execute(kysely);
  const limit = await readApprovalLimit(kysely);
  return new Map(
    rows.map(({ id, unpaid, ...row }) => [
      id,
      needsSecondApproval({ ...row, unpaid: storedCents(unpaid), limit }),
    ]),
  );
}
