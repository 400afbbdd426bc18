import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { isOutage } from "../../../platform/database/failures.ts";
import { sendNotice } from "../../../platform/mail/send-mail.ts";
import { makeFileKey } from "../../../platform/storage/file-key.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { Certificate } from "./certificate.entity.ts";
import type {
  Certificate as CertificateView,
  draftCertificateInput,
  withdrawCertificateInput,
} from "./certificate.schema.ts";
import {
  formatTypedCode,
  TYPED_CODE_LENGTH,
  typedCodeOf,
} from "../../../platform/lib/typed-code.rule.ts";
import { type CertificateKind, type PrintedFacts, withdrawalRefusal } from "./certificate.rule.ts";
import { getCertificate } from "./certificates.queries.ts";
import { createHash, randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { RefusalError } from "../../../platform/lib/errors.ts";
import { draftCertificate, printCertificate, requireGlyphs } from "./draft-certificate.ts";
import { getAchievement } from "./achievements.queries.ts";

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
  confirm?: (em: Em) => Promise<void>;
}

export interface GeneratedCertificate {
  code: string;
  kind: CertificateKind;
  stageId: number | null;
  payoutId: number | null;
  printed: PrintedFacts;
  sha256: string;
}

/**
 * Issues a certificate. The file is stored before its row is inserted, so that every row has a file. If the insert
 * fails, the file is removed; if the process is killed in between, housekeeping removes it.
 * @throws RefusalError if the trader does not exist
 */
export async function issueCertificate(
  context: Context,
  actor: StaffActor,
  { traderId, name, issuedAt, path, generated, confirm }: NewCertificate,
): Promise<CertificateView> {
  const { clock, database, files, log } = context;
  const uploadedAt = clock.now();
  const fileKey = makeFileKey("pdf");
  // Stored outside the transaction, so that slow storage does not prolong the lock on the trader.
  await files.store(fileKey, path);
  try {
    return await inTransaction(database, async (em) => {
      const trader = await lockTrader(em, traderId);
      await confirm?.(em);
      const certificate = em.create(Certificate, {
        trader,
        name,
        fileKey,
        issuedAt: issuedAt ?? new Date(`${uploadedAt.toISOString().slice(0, 10)}T00:00:00.000Z`),
        uploadedAt,
        ...generated,
      });
      await em.flush();
      await sendNotice(context, em, trader, { kind: "certificate-issued", name });
      await recordEvent(context, em, actor, {
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
      return getCertificate(context, kyselyOf(em), certificate.id);
    });
  } catch (error) {
    // If the connection was lost, the transaction may have been committed, so the file must stay.
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

/**
 * Generates a certificate from a confirmed pass or an approved payout, and issues it. The PDF is rendered before
 * the trader is locked, and the pass or payout is read again under the lock.
 * @throws RefusalError if the pass or payout does not exist, cannot be certified, or changes in the meantime, or if the
 * text cannot be printed
 */
export async function generateCertificate(
  context: Context,
  actor: StaffActor,
  input: z.output<typeof draftCertificateInput>,
): Promise<CertificateView> {
  const draft = await draftCertificate(context, input);
  requireGlyphs(draft);
  const { achievement, look, name, printed } = draft;
  const { kind, stageId, payoutId } = achievement;
  const code = makeCode();
  const pdf = await printCertificate(look, { code, kind, name, printed }, context.clock.now());
  const path = join(context.uploadDir, makeFileKey("pdf"));
  try {
    await writeFile(path, pdf, { mode: 0o600 });
    return await issueCertificate(context, actor, {
      traderId: achievement.userId,
      name,
      path,
      generated: { code, kind, stageId, payoutId, printed, sha256: sha256Of(pdf) },
      async confirm(em) {
        const current = await getAchievement(kyselyOf(em), input);
        const isSame =
          current.amount === achievement.amount &&
          current.phase === achievement.phase &&
          current.currency === achievement.currency &&
          current.earnedAt.getTime() === achievement.earnedAt.getTime();
        if (isSame) return;
        throw new RefusalError("conflict", `This ${kind} has just changed. Please try again.`);
      },
    });
  } finally {
    await rm(path, { force: true });
  }
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
  return inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, userId);
    const certificate = await em.findOneOrFail(Certificate, { id }, { refresh: true });
    const refusal = withdrawalRefusal(certificate);
    if (refusal !== undefined) throw new RefusalError("conflict", refusal);
    const { name } = certificate;
    em.assign(certificate, {
      withdrawnAt: context.clock.now(),
      withdrawnReason: reason,
      isReasonPublic,
    });
    await em.flush();
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

/** Generates a verification code in its stored form. */
export function makeCode(): string {
  return typedCodeOf(randomBytes(TYPED_CODE_LENGTH));
}

export function sha256Of(pdf: Buffer): string {
  return createHash("sha256").update(pdf).digest("hex");
}
