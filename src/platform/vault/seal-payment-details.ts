import type { Database } from "../database/database.ts";
import type { Cipher } from "../lib/cipher.ts";
import { decryptPaymentDetails, encryptPaymentDetails, fingerprintOf } from "./payment-details.ts";

const BATCH = 500;

/**
 * Encrypts payment details that an earlier release stored as plain text. Each batch is one statement that skips rows
 * encrypted in the meantime, so the job may be interrupted, repeated and run concurrently.
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
         set payment_details = null, sealed_details = changed.sealed,
           details_fingerprint = changed.fingerprint
         from unnest($1::int[], $2::text[], $3::text[]) as changed (id, sealed, fingerprint)
        where payout.id = changed.id and payout.payment_details is not null`,
      [
        rows.map(({ id }) => id),
        rows.map(({ id, details }) => encryptPaymentDetails(cipher, id, details)),
        rows.map(({ details }) => fingerprintOf(cipher, details)),
      ],
    );
    sealed += rows.length;
  }
}

/** Returns whether any payment details have a fingerprint of a key other than `keyId`. */
export async function hasOlderFingerprints({ pool }: Database, keyId: string): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (select from payout_requests
       where split_part(details_fingerprint, '.', 2) <> $1) as found`,
    [keyId],
  );
  return rows[0]!.found;
}

interface SealedRow {
  id: number;
  sealed: string;
}

/**
 * Adds missing fingerprints of encrypted payment details and, after a rotation, replaces those of former keys. Skips
 * rows that change in the meantime.
 * @param keyId the key that all fingerprints must have; if absent, only missing ones are added
 */
export async function addFingerprints(
  { pool }: Database,
  cipher: Cipher,
  keyId?: string,
): Promise<void> {
  const isStale = keyId
    ? "split_part(coalesce(details_fingerprint, ''), '.', 2) <> $2"
    : "details_fingerprint is null and $2::text is null";
  for (let last = 0; ;) {
    const { rows } = await pool.query<SealedRow>(
      `select id, sealed_details as sealed from payout_requests
        where id > $1 and sealed_details is not null and ${isStale} order by id limit ${BATCH}`,
      [last, keyId ?? null],
    );
    if (rows.length === 0) return;
    await pool.query(
      `update payout_requests as payout set details_fingerprint = changed.fingerprint
         from unnest($1::int[], $2::text[], $3::text[]) as changed (id, sealed, fingerprint)
        where payout.id = changed.id and payout.sealed_details = changed.sealed`,
      [
        rows.map(({ id }) => id),
        rows.map(({ sealed }) => sealed),
        rows.map(({ id, sealed: sealedDetails }) => {
          const stored = { sealedDetails, clearDetails: null };
          return fingerprintOf(cipher, decryptPaymentDetails(cipher, id, stored));
        }),
      ],
    );
    last = rows.at(-1)!.id;
  }
}
