import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import { sendNotice } from "../../../platform/mail/send-mail.ts";
import type { Certificate, withdrawCertificateInput } from "./certificate.schema.ts";
import { getCertificate } from "./certificates.queries.ts";

/**
 * Withdraws a certificate. It stays listed with its file, because copies of the file exist elsewhere anyway;
 * verification says that it was withdrawn.
 * @throws RefusalError if the certificate does not exist or has been withdrawn
 */
export async function withdrawCertificate(
  context: Context,
  actor: StaffActor,
  { id, reason, isReasonPublic }: z.output<typeof withdrawCertificateInput>,
): Promise<Certificate> {
  const { userId } = await getCertificate(context, context.database.kysely, id);
  return inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, userId);
    const { name, withdrawn } = await getCertificate(context, kyselyOf(em), id);
    if (withdrawn) {
      throw new RefusalError("conflict", "This certificate has already been withdrawn");
    }
    await kyselyOf(em)
      .updateTable("certificates")
      .set({
        withdrawn_at: context.clock.now().toISOString(),
        withdrawn_reason: reason,
        is_reason_public: isReasonPublic,
      })
      .where("id", "=", id)
      .execute();
    await sendNotice(context, em, trader, { kind: "certificate-withdrawn", name, reason });
    await recordEvent(context, em, actor, {
      action: "certificate.withdrawn",
      trader,
      changes: {
        certificateId: { from: id, to: id },
        isReasonPublic: { from: false, to: isReasonPublic },
      },
      reason,
    });
    return getCertificate(context, kyselyOf(em), id);
  });
}
