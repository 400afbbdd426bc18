import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { openSealedMail } from "../../../platform/mail/outbox.ts";
import type { UndeliveredMail } from "./mail.schema.ts";

const LONGEST_LIST = 200;

interface Found {
  id: string;
  sealed: string;
  hasFailed: boolean;
  queuedAt: string;
  lastAttemptAt: string | null;
  attempts: number;
  nextAttemptAt: string;
  output: { message?: string; response?: string; cause?: { response?: string } } | null;
}

/**
 * Lists mails that failed at least once and have not been delivered: permanent failures first, then the newest. A mail
 * stays in the list while it is attempted again, because that attempt may fail too.
 */
export async function listUndeliveredMails({
  cipher,
  database,
}: Pick<Context, "cipher" | "database">): Promise<UndeliveredMail[]> {
  const { rows } = await sql<Found>`
    select id, data ->> 'sealed' as sealed, state = 'failed' as "hasFailed",
      created_on as "queuedAt", started_on as "lastAttemptAt",
      retry_count + (state <> 'active')::int as attempts, start_after as "nextAttemptAt", output
    from pgboss.job where name = 'mail'
      and (state in ('failed', 'retry') or state = 'active' and retry_count > 0)
    order by state = 'failed' desc, created_on desc, id limit ${LONGEST_LIST}`.execute(
    database.kysely,
  );
  return rows.map(
    ({ id, sealed, hasFailed, queuedAt, lastAttemptAt, attempts, nextAttemptAt, ...found }) => {
      const { to, subject } = openSealedMail(cipher, sealed);
      return {
        id,
        to,
        subject,
        status: hasFailed ? "failed" : "retrying",
        queuedAt: new Date(queuedAt),
        lastAttemptAt: lastAttemptAt === null ? null : new Date(lastAttemptAt),
        attempts,
        nextAttemptAt: hasFailed ? null : new Date(nextAttemptAt),
        reason: describeFailure(found.output),
      };
    },
  );
}

/** Returns the response of the mail server, or the error that prevented one. */
function describeFailure(output: Found["output"]): string | null {
  return output?.response ?? output?.cause?.response ?? output?.message ?? null;
}
