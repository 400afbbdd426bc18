import { createHash } from "node:crypto";

/** A page that the browser prints, and the policy that it must be served with. */
export interface PrintedPage {
  html: string;
  policy: string;
}

/** The content of a page to print. Everything but `main` is text. */
interface PrintedContent {
  firmName: string;
  title: string;
  /** Beside the name of the firm. */
  reference: string;
  /** HTML, which must be safe. */
  main: string;
  /** What the foot certifies. */
  foot: { title: string; facts: readonly (readonly [label: string, value: string])[] };
}

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
  table.sums { width: 100%; font-variant-numeric: tabular-nums lining-nums; }
  table.sums caption { padding-bottom: .5rem; text-align: start; color: #555; }
  table.sums :is(th, td) { border: 0; border-bottom: 1px solid #ccc; text-align: end;
    vertical-align: top; font-weight: normal; white-space: nowrap; }
  table.sums :is(th, td):first-child { padding-left: 0; text-align: start; white-space: normal; }
  table.sums :is(th, td):last-child { padding-right: 0; }
  table.sums thead th { color: #555; font-size: .9em; }
  table.sums tfoot :is(th, td) { border-bottom: 3px double #111; border-top: 1px solid #111; font-weight: bold; }
  table.sums tr { break-inside: avoid; } table.sums small { display: block; color: #555; }
  footer { break-inside: avoid; margin-top: 3rem; border-top: 1px solid #111; padding-top: 1rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; margin: 0; }
  dt { color: #555; } dd { margin: 0; } code { font-size: .85em; }`;

/** Allows nothing but the style of the page. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** Writes a document of the firm as a page to print. */
export function writePrintedPage({
  firmName,
  title,
  reference,
  main,
  foot,
}: PrintedContent): PrintedPage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header><strong>${escapeHtml(firmName)}</strong><span>${escapeHtml(reference)}</span></header>
<main>
${main}</main>
<footer>
<h2>${escapeHtml(foot.title)}</h2>
<dl>
${foot.facts.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join("\n")}
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

export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => escapes[character]!);
