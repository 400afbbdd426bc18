import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../../platform/lib/errors.ts";
import { openSealedMail } from "../../../platform/mail/outbox.ts";

/**
 * Locks a mail that failed permanently, in the transaction of `em`.
 * @throws RefusalError if there is no such mail, or if it is still being retried
 */
export async function lockFailedMail({ cipher }: Pick<Context, "cipher">, em: Em, id: string) {
  const { rows } = await sql<{ sealed: string; state: string }>`
    select data ->> 'sealed' as sealed, state::text as state from pgboss.job
    where name = 'mail' and id = ${id}::uuid for update`.execute(kyselyOf(em));
  const [mail] = rows;
  if (!mail) throw notFound("Mail");
  if (mail.state !== "failed") {
    throw new RefusalError("conflict", "This email was delivered or is still being retried");
  }
  return openSealedMail(cipher, mail.sealed);
}
