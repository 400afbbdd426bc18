import { join } from "node:path";
import { Certificate } from "../business/certificates/certificate.entity.ts";
import { makeFileKey } from "../business/certificates/file-key.ts";
import type { Context } from "../platform/context.ts";
import type { Em } from "../platform/database/orm.ts";
import { cite } from "./award.ts";
import type { DemoCertificate } from "./demo-trader.ts";
import { compareMoments, toDate, toDay } from "./moment.ts";
import type { WrittenTraders } from "./write-traders.ts";

/** Which certificate of the table became which row. */
export type WrittenCertificates = ReadonlyMap<DemoCertificate, Certificate>;

/**
 * Draws everybody's certificates and writes their rows; the ids ascend with time.
 * @param kept takes the key of each file, for the caller to remove should the rows not come to be
 */
export async function writeCertificates(
  context: Context,
  em: Em,
  traders: WrittenTraders,
  kept: string[],
): Promise<WrittenCertificates> {
  const written = new Map<DemoCertificate, Certificate>();
  const { clock, config, files, uploadDir } = context;
  // Loaded here, for a start that fills nothing needs no drawing.
  const { writeCertificate } = await import("./certificate-pdf.ts");
  const all = [...traders]
    .flatMap(([person, trader]) =>
      (person.certificates ?? []).map((entry) => ({ person, trader, entry })),
    )
    .toSorted((one, other) => compareMoments(one.entry[1], other.entry[1]));
  for (const [index, { person, trader, entry }] of all.entries()) {
    const [award, uploaded] = entry;
    const citation = cite(award, person.account.size);
    const issuedAt = toDay(clock, uploaded);
    const fileKey = makeFileKey();
    const path = join(uploadDir, fileKey);
    await writeCertificate(path, {
      ...citation,
      firmName: config.firmName,
      traderName: person.name ?? person.email,
      issuedAt,
      serial: `${issuedAt.getUTCFullYear()}-${String(index + 1).padStart(5, "0")}`,
    });
    kept.push(fileKey);
    await files.store(fileKey, path);
    const certificate = em.create(Certificate, {
      trader,
      name: citation.name,
      fileKey,
      issuedAt,
      uploadedAt: toDate(clock, uploaded),
    });
    written.set(entry, certificate);
  }
  await em.flush();
  return written;
}
