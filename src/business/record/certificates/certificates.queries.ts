import type { Kysely, Selection } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { formatTypedCode, readTypedCode } from "../../../platform/fields/typed-code.rule.ts";
import { findAccountId } from "../../traders/accounts/accounts.queries.ts";
import type { Certificate, VerifiedCertificate } from "./certificate.schema.ts";
import { canOpen, inOneLine, verificationPath } from "./certificate.rule.ts";
import { integer, json, text, timestamp } from "../../../platform/database/columns.ts";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

/** Returns the path of the PDF for its owner and administrators. */
function certificateFileUrl(id: number): string {
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
  const certificate = await database.kysely
    .selectFrom("certificates")
    .select(["name", "file_key as key", "user_id as userId"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!certificate || !canOpen(certificate, ownerId)) throw notFound("Certificate");
  const file = await files.open(certificate.key);
  if (!file) throw notFound("Certificate");
  return { ...file, name: certificate.name };
}

const unknown = () => new RefusalError("not-found", "No certificate has this code");

/**
 * Returns what a code certifies, to anyone. The certificates of deleted traders no longer exist.
 * @throws RefusalError if no certificate has this code
 */
export async function verifyCertificate(
  { database }: Context,
  typed: string,
): Promise<VerifiedCertificate> {
  const code = readTypedCode(typed);
  if (code === undefined) throw unknown();
  const row = await database.kysely
    .selectFrom("certificates")
    .select(["kind", "name", "printed", "sha256", "issued_at as issuedAt"])
    .select(["withdrawn_at as withdrawnAt", "withdrawn_reason as withdrawnReason"])
    .select("is_reason_public as isReasonPublic")
    .where("code", "=", code)
    .executeTakeFirst();
  if (!row) throw unknown();
  const { firmName, traderName, statement, phase, amount, currency, earnedOn } = row.printed!;
  return {
    code: formatTypedCode(code),
    status: row.withdrawnAt === null ? "valid" : "withdrawn",
    kind: row.kind!,
    firmName,
    traderName,
    name: row.name,
    statement: inOneLine(statement),
    phase,
    amount,
    currency,
    earnedAt: new Date(earnedOn),
    issuedAt: new Date(row.issuedAt),
    sha256: row.sha256!,
    withdrawnAt: row.withdrawnAt === null ? null : new Date(row.withdrawnAt),
    withdrawnReason: row.isReasonPublic ? row.withdrawnReason : null,
  };
}

export const certificatesPart: OwnDataPart = {
  name: "certificates",
  about: "Certificates",
  table: "certificates",
  where: byTrader("certificates.user_id"),
  key: ["certificates.id"],
  columns: {
    id: integer("certificates.id"),
    name: text("certificates.name"),
    kind: text("certificates.kind"),
    code: text("certificates.code"),
    stageId: integer("certificates.stage_id"),
    payoutId: integer("certificates.payout_id"),
    printed: json("certificates.printed"),
    issuedAt: timestamp("certificates.issued_at"),
    uploadedAt: timestamp("certificates.uploaded_at"),
    withdrawnAt: timestamp("certificates.withdrawn_at"),
    withdrawnReason: text("certificates.withdrawn_reason"),
  },
  file: {
    id: "certificates.id",
    key: "certificates.file_key",
    name: "certificates.name",
    extension: ".pdf",
  },
};
