import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { isOutage } from "../../platform/database/failures.ts";
import { sendNotice } from "../../platform/mail/notices.ts";
import type { AdministratorActor } from "../../identity/sessions/actor.ts";
import { lockTrader } from "../../identity/users/lock-trader.ts";
import { Certificate } from "./certificate.entity.ts";
import type { Certificate as CertificateView } from "./certificate.schema.ts";
import { certificateFileUrl } from "./certificates.queries.ts";
import { makeFileKey } from "./file-key.ts";

export interface NewCertificate {
  traderId: number;
  name: string;
  /** The issue date at midnight UTC; today by default. */
  issuedAt?: Date | undefined;
  /** A complete, checked PDF that this call takes away. */
  path: string;
}

/**
 * The file is kept before its row is written: a row always has its file. A file whose row did not
 * come to be is removed at once, or by the housekeeping where the process died in between.
 * @throws RefusalError where there is no such trader
 */
export async function issueCertificate(
  context: Context,
  actor: AdministratorActor,
  { traderId, name, issuedAt, path }: NewCertificate,
): Promise<CertificateView> {
  const { clock, database, files, log } = context;
  const uploadedAt = clock.now();
  const fileKey = makeFileKey();
  // Outside the transaction: a store that takes its time must not hold the trader's lock.
  await files.store(fileKey, path);
  try {
    return await inTransaction(database, async (em) => {
      const trader = await lockTrader(em, traderId);
      const certificate = em.create(Certificate, {
        trader,
        name,
        fileKey,
        issuedAt: issuedAt ?? new Date(`${uploadedAt.toISOString().slice(0, 10)}T00:00:00.000Z`),
        uploadedAt,
      });
      await em.flush();
      await sendNotice(context, em, trader.email, { kind: "certificate-issued", name });
      await recordEvent(context, em, actor, {
        action: "certificate.issued",
        trader,
        changes: changesBetween(
          {},
          {
            certificateId: certificate.id,
            name,
            issuedAt: certificate.issuedAt.toISOString().slice(0, 10),
          },
        ),
      });
      return {
        id: certificate.id,
        userId: traderId,
        name,
        fileUrl: certificateFileUrl(certificate.id),
        issuedAt: certificate.issuedAt,
        uploadedAt,
      };
    });
  } catch (error) {
    // After a lost connection the row may be there all the same, so its file has to stay.
    if (!isOutage(error)) {
      await files.remove(fileKey).catch((failure: unknown) => {
        log.warn(
          { err: failure, fileKey },
          "a refused certificate's file could not be removed yet",
        );
      });
    }
    throw error;
  }
}
