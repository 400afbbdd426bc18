import type { Database } from "../database/database.ts";

/** The number of texts that are encrypted with a key. */
export interface KeyUsage {
  keyId: string;
  passwords: number;
  /** Payout requests with payment details. */
  paymentDetails: number;
  /** Current and previous secrets of webhook endpoints. */
  webhookSecrets: number;
  /** Secrets of authenticator apps. */
  totpSecrets: number;
  /** Stored answers of calls with an `Idempotency-Key`, which are removed after a day. */
  answers: number;
  /** Mails that are waiting or failed permanently, and pending requests for a reset link. */
  mails: number;
}

/** Returns the usage of each key that encrypts anything in the database. */
export async function readKeyUsage({ pool }: Database): Promise<KeyUsage[]> {
  const hasJobs = await pool.query("select to_regclass('pgboss.job') as found");
  const mails = hasJobs.rows[0].found
    ? `union all select 'mails', data ->> 'sealed' from pgboss.job
         where name in ('mail', 'password-reset') and state in ('created', 'retry', 'active')
           or name = 'mail' and state = 'failed'`
    : "";
  const { rows } = await pool.query<KeyUsage>(
    `select split_part(encrypted, '.', 2) as "keyId",
        count(*) filter (where kind = 'passwords')::int as passwords,
        count(*) filter (where kind = 'payment details')::int as "paymentDetails",
        count(*) filter (where kind = 'webhook secrets')::int as "webhookSecrets",
        count(*) filter (where kind = 'totp secrets')::int as "totpSecrets",
        count(*) filter (where kind = 'answers')::int as answers,
        count(*) filter (where kind = 'mails')::int as mails
      from (
        select 'passwords' as kind, master_password as encrypted from trading_accounts
        union all select 'payment details', sealed_details from payout_requests
        union all select 'webhook secrets', secret from webhook_endpoints
        union all select 'webhook secrets', previous_secret from webhook_endpoints
        union all select 'totp secrets', secret from totp_factors
        union all select 'answers', answer from idempotent_calls
        ${mails}
      ) as texts where encrypted is not null group by 1 order by 1`,
  );
  return rows;
}
