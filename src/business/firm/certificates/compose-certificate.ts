import { formatTypedCode } from "../../../platform/lib/typed-code.rule.ts";
import { encode } from "uqr";
import { measure } from "./certificate-fonts.ts";
import { layoutCertificate, type Shape } from "./certificate-layout.rule.ts";
import {
  type CertificateKind,
  dateCaptions,
  longDay,
  type PrintedFacts,
  verificationPath,
} from "./certificate.rule.ts";
import type { CertificateLook } from "./certificate-look.ts";
import { drawPdf } from "./draw-certificate.ts";

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
