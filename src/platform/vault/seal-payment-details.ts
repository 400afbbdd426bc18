import type { Database } from "../database/database.ts";
import type { Cipher } from "../lib/cipher.ts";
import { encryptPaymentDetails } from "./payment-details.ts";

const BATCH = 500;

/**
 * Encrypts payment details that an earlier release has stored in clear. Each batch is one statement, so that
 * a job that is interrupted continues where it ended, and two at once do no harm.
 * @returns the number of encrypted rows
 */
export async function sealPaymentDetails({
  database: { pool },
  cipher,
}: {
  database: Database;
  cipher: Cipher;
}): Promise<number> {
  let sealed = 0;
  for (;;) {
    const { rows } = await pool.query<{ id: number; details: string }>(
      `select id, payment_details as details from payout_requests
        where payment_details is not null order by id limit ${BATCH}`,
    );
    if (rows.length === 0) return sealed;
    await pool.query(
      `update payout_requests as payout
         set payment_details = null, sealed_details = changed.sealed
         from unnest($1::int[], $2::text[]) as changed (id, sealed)
        where payout.id = changed.id and payout.payment_details is not null`,
      [
        rows.map(({ id }) => id),
        rows.map(({ id, details }) => encryptPaymentDetails(cipher, id, details)),
      ],
    );
    sealed += rows.length;
  }
}
