import { createHash, randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { TYPED_CODE_LENGTH, typedCodeOf } from "../../../platform/fields/typed-code.rule.ts";
import { makeFileKey } from "../../../platform/storage/storage.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { getAchievement } from "./achievements.queries.ts";
import type { Certificate, draftCertificateInput } from "./certificate.schema.ts";
import { draftCertificate, printCertificate, requireGlyphs } from "./draft-certificate.ts";
import { issueCertificate } from "./issue-certificate.ts";

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
): Promise<Certificate> {
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
      async confirm(transaction) {
        const current = await getAchievement(kyselyOf(transaction), input);
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

/** Generates a verification code in its stored form. */
export function makeCode(): string {
  return typedCodeOf(randomBytes(TYPED_CODE_LENGTH));
}

export function sha256Of(pdf: Buffer): string {
  return createHash("sha256").update(pdf).digest("hex");
}
