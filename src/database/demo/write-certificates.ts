import { join } from "node:path";
import { Certificate } from "../../certificates/certificate.entity.ts";
import { makeFileKey } from "../../certificates/file-key.ts";
import type { Context } from "../../context.ts";
import type { Em } from "../orm.ts";
import { cite } from "./award.ts";
import { compareMoments, toDate, toDay } from "./moment.ts";
import type { WrittenTraders } from "./write-traders.ts";

/**
 * Draws everybody's certificates and writes their rows; the ids ascend with time.
 * @param kept takes the key of each file, for the caller to remove should the rows not come to be
 */
export async function writeCertificates(
  context: Context,
  em: Em,
  traders: WrittenTraders,
  kept: string[],
): Promise<void> {
  const { clock, config, files, uploadDir } = context;
  // Loaded here, for a start that fills nothing needs no drawing.
  const { writeCertificate } = await import("./certificate-pdf.ts");
  const all = [...traders]
    .flatMap(([person, trader]) =>
      (person.certificates ?? []).map(([award, uploaded]) => ({ person, trader, award, uploaded })),
    )
    .toSorted((one, other) => compareMoments(one.uploaded, other.uploaded));
  for (const [index, { person, trader, award, uploaded }] of all.entries()) {
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
    await files.keep(fileKey, path);
    em.create(Certificate, {
      trader,
      name: citation.name,
      fileKey,
      issuedAt,
      uploadedAt: toDate(clock, uploaded),
    });
  }
  await em.flush();
}
