import type { Kysely, Selection } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/lib/errors.ts";
import { formatTypedCode } from "../../../platform/lib/typed-code.rule.ts";
import { findAccountId } from "../../trading/records/record-stages.queries.ts";
import type { Certificate } from "./certificate.schema.ts";
import { verificationPath } from "./certificate.rule.ts";

/** Returns the path of the PDF for its owner and administrators. */
export function certificateFileUrl(id: number): string {
  return `/api/certificates/${id}/file`;
}

const columns = [
  "id",
  "user_id as userId",
  "name",
  "issued_at as issuedAt",
  "uploaded_at as uploadedAt",
  "code",
  "kind",
  "stage_id as stageId",
  "payout_id as payoutId",
  "sha256",
  "withdrawn_at as withdrawnAt",
  "withdrawn_reason as withdrawnReason",
  "is_reason_public as isReasonPublic",
] as const;

type CertificateRow = Selection<Tables, "certificates", (typeof columns)[number]>;

function present({ config }: Pick<Context, "config">, row: CertificateRow): Certificate {
  const { code, kind, stageId, payoutId, sha256, withdrawnAt, isReasonPublic } = row;
  return {
    id: row.id,
    userId: row.userId,
    name: row.name,
    fileUrl: certificateFileUrl(row.id),
    issuedAt: new Date(row.issuedAt),
    uploadedAt: new Date(row.uploadedAt),
    ...(code !== null && {
      generated: {
        code: formatTypedCode(code),
        verifyUrl: `${config.publicUrl}${verificationPath(formatTypedCode(code))}`,
        kind: kind!,
        stageId,
        payoutId,
        sha256: sha256!,
      },
    }),
    ...(withdrawnAt !== null && {
      withdrawn: { at: new Date(withdrawnAt), reason: row.withdrawnReason!, isReasonPublic },
    }),
  };
}

/** Lists the certificates of a trader, newest first. */
export async function listCertificates(
  context: Pick<Context, "config" | "database">,
  traderId: number,
): Promise<Certificate[]> {
  const rows = await context.database.kysely
    .selectFrom("certificates")
    .select(columns)
    .where("user_id", "=", traderId)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => present(context, row));
}

/** Lists the certificates of a trader for administrators. @throws RefusalError if the trader does not exist */
export async function listCertificatesOf(
  context: Pick<Context, "config" | "database">,
  traderId: number,
): Promise<Certificate[]> {
  await findAccountId(context.database.kysely, traderId);
  return listCertificates(context, traderId);
}

/** @throws RefusalError if the certificate does not exist */
export async function getCertificate(
  context: Pick<Context, "config">,
  kysely: Kysely<Tables>,
  id: number,
): Promise<Certificate> {
  const row = await kysely
    .selectFrom("certificates")
    .select(columns)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("Certificate");
  return present(context, row);
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
