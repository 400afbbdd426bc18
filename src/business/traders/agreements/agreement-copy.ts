import { createHash } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import { readBrand } from "../../office/brand/brand.ts";
import { renderAgreement } from "./agreement-markdown.rule.ts";
import { getAcceptedText } from "./agreements.queries.ts";

const style = `
  @page { margin: 22mm 20mm; }
  body { margin: 2.5rem auto; max-width: 44rem; padding: 0 1.5rem; color: #111; background: #fff;
    font: 11pt/1.55 Georgia, "Times New Roman", serif; overflow-wrap: anywhere; }
  header { border-bottom: 2px solid #111; padding-bottom: .75rem; margin-bottom: 2rem;
    display: flex; justify-content: space-between; gap: 2rem; }
  h1, h2, h3, h4 { line-height: 1.25; break-after: avoid; }
  main > h1:first-child { margin-top: 0; }
  p, li { text-align: justify; hyphens: auto; }
  pre { white-space: pre-wrap; }
  table { border-collapse: collapse; } th, td { border: 1px solid #999; padding: .25rem .5rem; }
  footer { break-inside: avoid; margin-top: 3rem; border-top: 1px solid #111; padding-top: 1rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; margin: 0; }
  dt { color: #555; } dd { margin: 0; } code { font-size: .85em; }`;

/** Allows nothing but the style of the page. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** A page that the browser prints, and the policy that it must be served with. */
interface PrintedPage {
  html: string;
  policy: string;
}

/** Writes what a trader has accepted as a page to print. @throws RefusalError if they have not accepted it */
export async function writeAgreementCopy(
  { config, database: { kysely } }: Pick<Context, "config" | "database">,
  traderId: number,
  versionId: number,
): Promise<PrintedPage> {
  const accepted = await getAcceptedText(kysely, traderId, versionId);
  const firm = await readBrand(kysely, config);
  const facts = [
    ["Accepted by", accepted.fullName ?? accepted.email],
    ["Email", accepted.email],
    ["Accepted on", timeInWords(accepted.acceptedAt)],
    ["Agreement", `${accepted.name}, version ${accepted.version}`],
    ["SHA-256 of the text", accepted.sha256],
  ] as const;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(accepted.name)}</title>
<style>${style}</style>
</head>
<body>
<header><strong>${escapeHtml(firm.name)}</strong><span>${escapeHtml(accepted.name)} · Version ${accepted.version}</span></header>
<main>
${renderAgreement(accepted.text)}</main>
<footer>
<h2>Acceptance</h2>
<dl>
${facts.map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`).join("\n")}
</dl>
</footer>
</body>
</html>
`;
  return { html, policy };
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character]!);
