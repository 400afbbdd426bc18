import { join } from "node:path";
import { Certificate } from "../business/certificates/certificate.entity.ts";
import { makeFileKey } from "../platform/storage/file-key.ts";
import type { Context } from "../platform/context.ts";
import type { Em } from "../platform/database/orm.ts";
import { describeAchievement } from "./achievement.ts";
import type { DemoCertificate } from "./demo-trader.ts";
import { compareRelativeTimes, toDate, toMidnight } from "./relative-time.ts";
import type { WrittenTraders } from "./write-traders.ts";

/** The inserted row of each demo certificate. */
export type WrittenCertificates = ReadonlyMap<DemoCertificate, Certificate>;

/**
 * Renders the certificates of all traders and inserts their rows; ids ascend with time.
 * @param storedKeys collects the file keys, so that the caller can remove the files on a rollback
 */
export async function writeCertificates(
  context: Context,
  em: Em,
  traders: WrittenTraders,
  storedKeys: string[],
): Promise<WrittenCertificates> {
  const written = new Map<DemoCertificate, Certificate>();
  const { clock, config, files, uploadDir } = context;
  // Loaded lazily: most starts insert no demo and need no PDF library.
  const { writeCertificate } = await import("./certificate-pdf.ts");
  const all = [...traders]
    .flatMap(([demoTrader, trader]) =>
      (demoTrader.certificates ?? []).map((entry) => ({ demoTrader, trader, entry })),
    )
    .toSorted((one, other) => compareRelativeTimes(one.entry[1], other.entry[1]));
  for (const [index, { demoTrader, trader, entry }] of all.entries()) {
    const [achievement, uploaded] = entry;
    const achievementText = describeAchievement(achievement, demoTrader.account.size);
    const issuedAt = toMidnight(clock, uploaded);
    const fileKey = makeFileKey("pdf");
    const path = join(uploadDir, fileKey);
    await writeCertificate(path, {
      ...achievementText,
      firmName: config.firmName,
      traderName: demoTrader.name ?? demoTrader.email,
      issuedAt,
      serial: `${issuedAt.getUTCFullYear()}-${String(index + 1).padStart(5, "0")}`,
    });
    storedKeys.push(fileKey);
    await files.store(fileKey, path);
    const certificate = em.create(Certificate, {
      trader,
      name: achievementText.name,
      fileKey,
      issuedAt,
      uploadedAt: toDate(clock, uploaded),
    });
    written.set(entry, certificate);
  }
  await em.flush();
  return written;
}
