import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Certificate } from "../business/record/certificates/certificate.entity.ts";
import type { CertificateText } from "../business/record/certificates/draft-certificate.ts";
import { makeFileKey } from "../platform/storage/storage.ts";
import type { Context } from "../platform/context.ts";
import type { Transaction } from "../platform/database/orm.ts";
import {
  type Achievement,
  compareRelativeTimes,
  type DemoCertificate,
  type DemoTrader,
  describeAchievement,
  toDate,
  toMidnight,
} from "./demo-trader.ts";
import type { WrittenTraders } from "./write-traders.ts";

/** The inserted row of each demo certificate. */
export type WrittenCertificates = ReadonlyMap<DemoCertificate, Certificate>;

/**
 * Renders the certificates of all traders and inserts their rows; ids ascend with time.
 * @param storedKeys collects the file keys, so that the caller can remove the files on a rollback
 */
export async function writeCertificates(
  context: Context,
  transaction: Transaction,
  traders: WrittenTraders,
  storedKeys: string[],
): Promise<WrittenCertificates> {
  const written = new Map<DemoCertificate, Certificate>();
  const { clock, files, uploadDir } = context;
  // Loaded lazily: most starts insert no demo and need no PDF library.
  const { readLook } = await import("../business/record/certificates/certificate-look.ts");
  const { printCertificate } = await import("../business/record/certificates/draft-certificate.ts");
  const { makeCode, sha256Of } =
    await import("../business/record/certificates/generate-certificate.ts");
  const look = await readLook(context);
  const all = [...traders]
    .flatMap(([demoTrader, trader]) =>
      (demoTrader.certificates ?? []).map((entry) => ({ demoTrader, trader, entry })),
    )
    .toSorted((one, other) => compareRelativeTimes(one.entry[1], other.entry[1]));
  for (const { demoTrader, trader, entry } of all) {
    const [achievement, uploaded] = entry;
    const issuedAt = toMidnight(clock, uploaded);
    const text = {
      code: makeCode(),
      ...certificateText(look.firmName, demoTrader, achievement, issuedAt),
    };
    const pdf = await printCertificate(look, text, issuedAt);
    const fileKey = makeFileKey("pdf");
    const path = join(uploadDir, fileKey);
    await writeFile(path, pdf);
    storedKeys.push(fileKey);
    await files.store(fileKey, path);
    const certificate = transaction.create(Certificate, {
      trader,
      ...text,
      fileKey,
      sha256: sha256Of(pdf),
      issuedAt,
      uploadedAt: toDate(clock, uploaded),
    });
    written.set(entry, certificate);
  }
  await transaction.flush();
  return written;
}

/** Returns the text of a certificate as the firm issues it, but without a stage or payout. */
function certificateText(
  firmName: string,
  { account, name, email }: DemoTrader,
  achievement: Achievement,
  issuedAt: Date,
): Omit<CertificateText, "code"> {
  const isPayout = typeof achievement !== "string";
  const described = describeAchievement(achievement, account.size);
  const printed = {
    firmName,
    traderName: name ?? email,
    statement: described.statement,
    phase: isPayout ? null : achievement,
    amount: isPayout ? achievement[1] : `${account.size}.00`,
    currency: "USD",
    earnedOn: issuedAt.toISOString().slice(0, 10),
  };
  return { kind: isPayout ? "payout" : "pass", name: described.name, printed };
}
