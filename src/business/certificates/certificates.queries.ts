import type { Context } from "../../platform/context.ts";
import { notFound } from "../../platform/lib/errors.ts";
import type { Certificate } from "./certificate.schema.ts";

/** The path of the PDF, for its owner and for administrators. */
export function certificateFileUrl(id: number): string {
  return `/api/certificates/${id}/file`;
}

/** The certificates of a trader, newest first. */
export async function listCertificates(
  { database }: Context,
  traderId: number,
): Promise<Certificate[]> {
  const rows = await database.kysely
    .selectFrom("certificates")
    .select([
      "id",
      "user_id as userId",
      "name",
      "issued_at as issuedAt",
      "uploaded_at as uploadedAt",
    ])
    .where("user_id", "=", traderId)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    ...row,
    fileUrl: certificateFileUrl(row.id),
    issuedAt: new Date(row.issuedAt),
    uploadedAt: new Date(row.uploadedAt),
  }));
}

/**
 * Opens the PDF of a certificate.
 * @param ownerId the calling trader; undefined for an administrator
 * @throws RefusalError if it does not exist or belongs to another trader (the same error for both)
 */
export async function openCertificateFile(
  { database, files }: Context,
  id: number,
  ownerId: number | undefined,
) {
  const found = await database.kysely
    .selectFrom("certificates")
    .select(["name", "file_key as key"])
    .where("id", "=", id)
    .$if(ownerId !== undefined, (query) => query.where("user_id", "=", ownerId!))
    .executeTakeFirst();
  const file = found && (await files.open(found.key));
  if (!file) throw notFound("Certificate");
  return { ...file, name: found.name };
}
