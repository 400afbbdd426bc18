import type { Context } from "../../../platform/context.ts";
import type { Caller } from "../../../platform/lib/caller.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import type { VerifiedCertificate } from "./certificate.schema.ts";
import { formatTypedCode, readTypedCode } from "../../../platform/lib/typed-code.rule.ts";
import { inOneLine } from "./certificate.rule.ts";

const unknown = () => new RefusalError("not-found", "No certificate has this code");

/**
 * Returns what a code certifies, to anyone. Only codes that do not exist count towards the limit, so a certificate
 * can be verified any number of times. The certificates of deleted traders no longer exist.
 * @throws RefusalError if no certificate has this code, or after too many such codes from one address
 */
export async function verifyCertificate(
  { database, throttle }: Context,
  { address }: Caller,
  typed: string,
): Promise<VerifiedCertificate> {
  const code = readTypedCode(typed);
  if (code === undefined) throw unknown();
  await throttle.consume("certificateCodeByAddress", address);
  const row = await database.kysely
    .selectFrom("certificates")
    .select(["kind", "name", "printed", "sha256", "issued_at as issuedAt"])
    .select(["withdrawn_at as withdrawnAt", "withdrawn_reason as withdrawnReason"])
    .select("is_reason_public as isReasonPublic")
    .where("code", "=", code)
    .executeTakeFirst();
  if (!row) throw unknown();
  await throttle.refund("certificateCodeByAddress", address);
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
