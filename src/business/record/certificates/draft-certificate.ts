import type { z } from "zod";
import { encode } from "uqr";
import type { Context } from "../../../platform/context.ts";
import { invalidField, RefusalError } from "../../../platform/errors.ts";
import { firmDayOf } from "../../office/settings/firm-settings.ts";
import { formatTypedCode, TYPED_CODE_LENGTH } from "../../../platform/fields/typed-code.rule.ts";
import type { CertificateDraft, draftCertificateInput } from "./certificate.schema.ts";
import { measure, missingGlyphs } from "./certificate-fonts.ts";
import { type CertificateLook, readLook } from "./certificate-look.ts";
import {
  type CertificateKind,
  dateCaptions,
  describeAchievement,
  inOneLine,
  longDay,
  printable,
  type PrintedFacts,
  verificationPath,
} from "./certificate.rule.ts";
import { drawPdf, drawSvg } from "./draw-certificate.ts";
import { type AchievementRow, getAchievement } from "./achievements.queries.ts";
import { layoutCertificate, type Shape } from "./certificate-layout.rule.ts";

type DraftInput = z.output<typeof draftCertificateInput>;

export interface Draft {
  achievement: AchievementRow;
  look: CertificateLook;
  name: string;
  printed: PrintedFacts;
}

/** Well-formed but never issued: verifying it counts as a failed attempt, as with any unknown code. */
const previewCode = "0".repeat(TYPED_CODE_LENGTH);

/** @throws RefusalError if the pass or payout does not exist, or cannot be certified */
export async function draftCertificate(context: Context, input: DraftInput): Promise<Draft> {
  const achievement = await getAchievement(context.database.kysely, input);
  const look = await readLook(context);
  const words = describeAchievement(achievement);
  const firmName = printable(look.firmName);
  const name = requirePrintable("name", input.name ?? words.name);
  const given = input.traderName ?? achievement.fullName;
  const traderName = given === null ? achievement.email : requirePrintable("traderName", given);
  const statement = words.statement.split("\n").map(printable).join("\n");
  const { phase, amount, currency, earnedAt } = achievement;
  const earnedOn = await firmDayOf(context.database.kysely, earnedAt);
  const printed = { firmName, traderName, statement, phase, amount, currency, earnedOn };
  return { achievement, look, name, printed };
}

/** Returns a preview of a certificate, and warnings to consider before issuing it. */
export async function previewCertificate(
  context: Context,
  input: DraftInput,
): Promise<CertificateDraft> {
  const draft = await draftCertificate(context, input);
  const { achievement, look, name, printed } = draft;
  const { userId, kind } = achievement;
  return {
    userId,
    kind,
    name,
    traderName: printed.traderName,
    statement: inOneLine(printed.statement),
    warnings: warningsOf(draft, context.config.isPublicUrlSet),
    image: drawSvg(composeCertificate(look, { code: previewCode, kind, name, printed })),
  };
}

/** Returns the characters of each printed text for which the font has no glyph. */
function unprintableOf({ name, printed }: Pick<Draft, "name" | "printed">) {
  return {
    name: missingGlyphs("regular", name),
    traderName: missingGlyphs("italic", printed.traderName),
    firmName: missingGlyphs("regular", printed.firmName.toUpperCase()),
    statement: missingGlyphs("regular", printed.statement.replace("\n", "")),
  };
}

const list = (characters: Iterable<string>) => [...characters].slice(0, 20).join(" ");

/** @throws RefusalError if a character would be printed as a box, because certificates cannot be changed */
export function requireGlyphs(draft: Draft): void {
  const missing = unprintableOf(draft);
  for (const field of ["name", "traderName"] as const) {
    if (missing[field].length === 0) continue;
    const what = field === "name" ? "title" : "name of the trader";
    const message = `These characters of the ${what} cannot be printed: ${list(missing[field])}. Enter it in Latin, Greek or Cyrillic letters.`;
    throw invalidField(field, message);
  }
  const others = new Set([...missing.firmName, ...missing.statement]);
  if (others.size === 0) return;
  throw new RefusalError(
    "conflict",
    `These characters of the firm's name or the phase cannot be printed: ${list(others)}.`,
  );
}

function requirePrintable(field: "name" | "traderName", text: string): string {
  const printed = printable(text);
  if (printed === "") throw invalidField(field, "This text has no characters that can be printed");
  return printed;
}

function warningsOf(
  { achievement, look, name, printed }: Draft,
  isPublicUrlSet: boolean,
): CertificateDraft["warnings"] {
  const { kind, issuedAt, fullName } = achievement;
  const warnings: CertificateDraft["warnings"] = [];
  const last = issuedAt.at(-1);
  if (last) {
    warnings.push({
      code: "already-issued",
      message: `A certificate of this ${kind} was issued on ${longDay(last)}. Another one does not replace it.`,
    });
  }
  const missing = new Set(Object.values(unprintableOf({ name, printed })).flat());
  if (missing.size > 0) {
    warnings.push({
      code: "missing-glyphs",
      message: `The certificate cannot be issued, because these characters cannot be printed: ${list(missing)}. Enter the text in Latin, Greek or Cyrillic letters.`,
    });
  }
  if (fullName === null && printed.traderName === achievement.email) {
    warnings.push({
      code: "no-name",
      message: "The trader has no name, so the certificate shows the email to anyone who sees it.",
    });
  }
  if (look.isLogoLeftOut) {
    warnings.push({
      code: "logo-left-out",
      message: "The logo is left out: a PDF can show PNG and JPEG images only.",
    });
  }
  if (!isPublicUrlSet) {
    warnings.push({
      code: "local-address",
      message: `PUBLIC_URL is not set, so the code leads to ${look.publicUrl}, which others may not be able to reach.`,
    });
  }
  return warnings;
}

export interface CertificateText {
  code: string;
  kind: CertificateKind;
  /** The title of the certificate. */
  name: string;
  printed: PrintedFacts;
}

/** Returns the shapes of the page, from which the PDF and its preview are drawn. */
export function composeCertificate(
  { logo, accent, publicUrl }: Pick<CertificateLook, "logo" | "accent" | "publicUrl">,
  { code, kind, name, printed }: CertificateText,
): Shape[] {
  const verifyUrl = `${publicUrl}${verificationPath(formatTypedCode(code))}`;
  return layoutCertificate(
    {
      firmName: printed.firmName,
      logo,
      accent,
      title: name,
      traderName: printed.traderName,
      statement: printed.statement,
      date: { text: longDay(printed.earnedOn), caption: dateCaptions[kind] },
      code: formatTypedCode(code),
      verifyUrl,
      qr: encode(verifyUrl, { ecc: "M", border: 0 }).data,
    },
    measure,
  );
}

/** Renders a certificate as a PDF. Takes about 15 ms of CPU time, and 100 ms the first time. */
export function printCertificate(
  look: Pick<CertificateLook, "logo" | "accent" | "publicUrl">,
  text: CertificateText,
  createdAt: Date,
): Promise<Buffer> {
  const { firmName, traderName } = text.printed;
  return drawPdf(composeCertificate(look, text), {
    title: `${text.name}: ${traderName}`,
    author: firmName,
    createdAt,
  });
}
