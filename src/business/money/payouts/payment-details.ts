import type { Database } from "../../../platform/database/database.ts";
import { type Cipher, seal, type SealedColumns, unseal } from "../../../platform/vault/cipher.ts";
import { payeeIdentity } from "./bank-details.rule.ts";

export const paymentDetails: SealedColumns = {
  label: "payment details",
  table: "payout_requests",
  columns: ["sealed_details"],
  owner: "id",
  boundTo: "payout_requests.payment_details",
};

export function encryptPaymentDetails(cipher: Cipher, payoutId: number, details: string | null) {
  return details === null ? null : seal(cipher, paymentDetails, payoutId, details);
}

/** Decrypts payment details. Only for the trader, and for staff, whose access must be recorded in the audit log. */
export function decryptPaymentDetails(cipher: Cipher, payoutId: number, sealed: string | null) {
  return sealed === null ? null : unseal(cipher, paymentDetails, payoutId, sealed);
}

const purpose = "payment details";

/** Returns a fingerprint of the payee, to compare payment details without decryption; `null` without details. */
export function fingerprintOf(cipher: Cipher, details: string | null): string | null {
  const identity = details === null ? "" : payeeIdentity(details);
  return identity === "" ? null : cipher.fingerprint(identity, purpose);
}

/** Returns all fingerprints that rows with equal payment details may have. */
export function possibleFingerprints(cipher: Cipher, details: string | null): string[] {
  const identity = details === null ? "" : payeeIdentity(details);
  return identity === "" ? [] : cipher.fingerprints(identity, purpose);
}

/** The number of rows that a rotation renews in one statement. */
const BATCH = 500;

/** Returns whether any payment details have a fingerprint of a key other than `keyId`. */
export async function hasOlderFingerprints({ pool }: Database, keyId: string): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (select from payout_requests
       where split_part(details_fingerprint, '.', 2) <> $1) as found`,
    [keyId],
  );
  return rows[0]!.found;
}

/** Gives all payment details fingerprints of the key `keyId`. Skips rows that change in the meantime. */
export async function renewFingerprints(
  { pool }: Database,
  cipher: Cipher,
  keyId: string,
): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await pool.query<{ id: number; sealed: string }>(
      `select id, sealed_details as sealed from payout_requests
        where id > $1 and sealed_details is not null
          and split_part(coalesce(details_fingerprint, ''), '.', 2) <> $2
        order by id limit ${BATCH}`,
      [last, keyId],
    );
    if (rows.length === 0) return;
    await pool.query(
      `update payout_requests as payout set details_fingerprint = changed.fingerprint
         from unnest($1::int[], $2::text[], $3::text[]) as changed (id, sealed, fingerprint)
        where payout.id = changed.id and payout.sealed_details = changed.sealed`,
      [
        rows.map(({ id }) => id),
        rows.map(({ sealed }) => sealed),
        rows.map(({ id, sealed }) =>
          fingerprintOf(cipher, decryptPaymentDetails(cipher, id, sealed)),
        ),
      ],
    );
    last = rows.at(-1)!.id;
  }
}
