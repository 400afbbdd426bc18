import type { z } from "zod";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { formatTypedCode } from "../../../platform/fields/typed-code.rule.ts";
import { sendNotice } from "../../office/mails/send-notice.ts";
import { withStoredFile } from "../../../platform/storage/remove-files.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { firmDayOf } from "../../office/settings/firm-settings.ts";
import { Certificate } from "./certificate.entity.ts";
import { type CertificateKind, type PrintedFacts, withdrawalRefusal } from "./certificate.rule.ts";
import type {
  Certificate as CertificateView,
  withdrawCertificateInput,
} from "./certificate.schema.ts";
import { getCertificate } from "./certificates.queries.ts";

export interface NewCertificate {
  traderId: number;
  name: string;
  /** The issue date at midnight UTC; today by default. */
  issuedAt?: Date | undefined;
  /** The path of a complete, checked PDF, which is moved into the storage. */
  path: string;
  /** Present if the certificate was generated. */
  generated?: GeneratedCertificate;
  /** Runs in the transaction while the trader is locked, and throws to refuse. */
  confirm?: (transaction: Transaction) => Promise<void>;
}

export interface GeneratedCertificate {
  code: string;
  kind: CertificateKind;
  stageId: number | null;
  payoutId: number | null;
  printed: PrintedFacts;
  sha256: string;
}

/** Issues a certificate. @throws RefusalError if the trader does not exist */
export async function issueCertificate(
  context: Context,
  actor: StaffActor,
  { traderId, name, issuedAt, path, generated, confirm }: NewCertificate,
): Promise<CertificateView> {
  const uploadedAt = context.clock.now();
  return withStoredFile(context, "pdf", path, (fileKey) =>
    inTransaction(context.database, async (transaction) => {
      const trader = await lockTrader(transaction, traderId);
      await confirm?.(transaction);
      const certificate = transaction.create(Certificate, {
        trader,
        name,
        fileKey,
        issuedAt: issuedAt ?? new Date(await firmDayOf(kyselyOf(transaction), uploadedAt)),
        uploadedAt,
        ...generated,
      });
      await transaction.flush();
      await sendNotice(context, transaction, trader, { kind: "certificate-issued", name });
      await recordEvent(context, transaction, actor, {
        action: "certificate.issued",
        trader,
        ...(generated?.payoutId && { payoutId: generated.payoutId }),
        changes: changesBetween(
          {},
          {
            certificateId: certificate.id,
            name,
            issuedAt: certificate.issuedAt.toISOString().slice(0, 10),
            ...(generated && {
              code: formatTypedCode(generated.code),
              traderName: generated.printed.traderName,
              stageId: generated.stageId,
            }),
          },
        ),
      });
      return getCertificate(context, kyselyOf(transaction), certificate.id);
    }),
  );
}

/**
 * Withdraws a certificate. It stays listed with its file, because copies of the file exist elsewhere anyway;
 * verification says that it was withdrawn.
 * @throws RefusalError if the certificate does not exist or has been withdrawn
 */
export async function withdrawCertificate(
  context: Context,
  actor: StaffActor,
  { id, reason, isReasonPublic }: z.output<typeof withdrawCertificateInput>,
): Promise<CertificateView> {
  const { userId } = await getCertificate(context, context.database.kysely, id);
  return inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, userId);
    const certificate = await transaction.findOneOrFail(Certificate, { id }, { refresh: true });
    const refusal = withdrawalRefusal(certificate);
    if (refusal !== undefined) throw new RefusalError("conflict", refusal);
    const { name } = certificate;
    transaction.assign(certificate, {
      withdrawnAt: context.clock.now(),
      withdrawnReason: reason,
      isReasonPublic,
    });
    await transaction.flush();
    await sendNotice(context, transaction, trader, { kind: "certificate-withdrawn", name, reason });
    await recordEvent(context, transaction, actor, {
      action: "certificate.withdrawn",
      trader,
      changes: {
        certificateId: { from: id, to: id },
        isReasonPublic: { from: false, to: isReasonPublic },
      },
      reason,
    });
    return getCertificate(context, kyselyOf(transaction), id);
  });
}
