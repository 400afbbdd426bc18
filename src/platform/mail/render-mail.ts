import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { Mail } from "./mailer.ts";

/** Whose mails these are, and how they look. Handed in, because this folder does not know the firm. */
export interface Letterhead {
  name: string;
  /** Replaces the name in `MAIL_FROM`. */
  senderName: string | null;
  /** The path of the logo on the origin of the web client. */
  logoPath: string | null;
  /** The colours of links and buttons; `null` for the default ones. */
  shades: Record<"light" | "dark", Pick<Colors, "accent" | "fill">> | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  /** An email address or a URL. */
  supportAddress: string | null;
}

export type ReadLetterhead = (kysely: Kysely<Tables>) => Promise<Letterhead>;

/** The text of a mail, without markup; the HTML part escapes it. */
export interface MailContent {
  subject: string;
  paragraphs: string[];
  /** `path` is a screen of the web client; `secretUrl` contains a token, which must not be stored anywhere else. */
  action?: { label: string; path: string } | { label: string; secretUrl: string };
  /** A second link, with a token, for readers who did not cause the event. */
  secondAction?: { label: string; secretUrl: string };
  /** The small print below the actions. */
  note?: string;
}

/** The colours of mails, the same as on the screens. Mail programs without dark themes use the inline styles. */
const colors = {
  light: {
    ground: "#f5f5f3",
    panel: "#ffffff",
    line: "#e5e5e1",
    ink: "#15171c",
    soft: "#565b67",
    accent: "#2742d6",
    fill: "#2742d6",
  },
  dark: {
    ground: "#0d0e11",
    panel: "#14161a",
    line: "#24272d",
    ink: "#eceef1",
    soft: "#a4a9b5",
    accent: "#8ea0ff",
    fill: "#3f58e8",
  },
};

type Colors = typeof colors.light;

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function escapeHtml(text: string): string {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character as keyof typeof entities]);
}

/** Removes characters that change the direction of the text around them. */
const readable = (text: string) => text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");

const oneLine = (text: string) => readable(text).replaceAll(/\s+/g, " ").trim();

const toHtml = (text: string) => escapeHtml(readable(text)).replaceAll(/\r?\n/g, "<br>");

/** Renders plain text and HTML. @param origin the origin of the web client */
export function renderMail(
  content: MailContent,
  to: string,
  letterhead: Letterhead,
  origin: string,
): Mail {
  const subject = oneLine(content.subject);
  const { paragraphs, action, secondAction, note } = content;
  const url = action && ("path" in action ? `${origin}${action.path}` : action.secretUrl);
  const text = [
    ...paragraphs.map(readable),
    action && `${action.label}:\n${url}`,
    secondAction && `${secondAction.label}:\n${secondAction.secretUrl}`,
    note && readable(note),
    `-- \n${signature(letterhead)}`,
  ];
  return {
    to,
    subject,
    text: `${text.filter(Boolean).join("\n\n")}\n`,
    html: page(letterhead, origin, subject, [
      `<h1 class="ink" style="margin:0 0 16px;${font};font-size:20px;line-height:28px;font-weight:600;color:${colors.light.ink}">${toHtml(subject)}</h1>`,
      ...paragraphs.map((paragraph) => block("ink", 15, toHtml(paragraph))),
      action && button(action.label, url!, shadesOf(letterhead, "light").fill),
      secondAction && secondLink(secondAction, shadesOf(letterhead, "light").accent),
      note && block("soft", 13, toHtml(note)),
    ]),
    ...(letterhead.senderName !== null && { senderName: oneLine(letterhead.senderName) }),
  };
}

function signature({ name, supportAddress, termsUrl, privacyUrl }: Letterhead): string {
  return [
    readable(name),
    supportAddress && `Support: ${supportAddress}`,
    termsUrl && `Terms: ${termsUrl}`,
    privacyUrl && `Privacy: ${privacyUrl}`,
  ]
    .filter(Boolean)
    .join("\n");
}

function shadesOf({ shades }: Letterhead, theme: "light" | "dark"): Colors {
  return { ...colors[theme], ...shades?.[theme] };
}

function block(tone: "ink" | "soft", size: 13 | 15, content: string): string {
  const color = colors.light[tone];
  return `<p class="${tone}" dir="auto" style="margin:0 0 16px;${font};font-size:${size}px;line-height:${size === 15 ? 24 : 20}px;color:${color};overflow-wrap:anywhere">${content}</p>`;
}

/** Renders a button as a table cell with a background, because Outlook ignores the padding of links. */
function button(label: string, url: string, fill: string): string {
  return `<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:8px 0 24px"><tr><td class="fill" bgcolor="${fill}" style="border-radius:6px;background:${fill};padding:11px 18px"><a href="${escapeHtml(url)}" style="${font};font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

function secondLink(
  { label, secretUrl }: { label: string; secretUrl: string },
  accent: string,
): string {
  return `<p style="margin:0 0 24px;${font};font-size:15px;line-height:20px"><a class="accent" href="${escapeHtml(secretUrl)}" style="color:${accent};text-decoration:underline">${escapeHtml(label)}</a></p>`;
}

function header({ name, logoPath }: Letterhead, origin: string): string {
  const logo =
    logoPath === null
      ? ""
      : `<td style="padding:0 10px 0 0"><img src="${escapeHtml(`${origin}${logoPath}`)}" alt="" height="32" style="display:block;height:32px;max-width:160px;border:0"></td>`;
  return `<table role="presentation" cellspacing="0" cellpadding="0" border="0"><tr>${logo}<td class="ink" style="${font};font-size:15px;line-height:32px;font-weight:600;color:${colors.light.ink}">${toHtml(name)}</td></tr></table>`;
}

function footer(
  { name, supportAddress, termsUrl, privacyUrl }: Letterhead,
  accent: string,
): string {
  const link = (label: string, url: string) =>
    `<a class="accent" href="${escapeHtml(url)}" style="color:${accent};text-decoration:underline">${escapeHtml(label)}</a>`;
  const parts = [
    toHtml(name),
    supportAddress && link("Contact support", supportUrl(supportAddress)),
    termsUrl && link("Terms", termsUrl),
    privacyUrl && link("Privacy", privacyUrl),
  ];
  return `<p class="soft" style="margin:0;${font};font-size:13px;line-height:20px;color:${colors.light.soft}">${parts.filter(Boolean).join(" &middot; ")}</p>`;
}

/** Returns the link to the support; email addresses become `mailto:` links. */
function supportUrl(address: string): string {
  return address.includes("://") ? address : `mailto:${address}`;
}

function darkStyles({ ground, panel, line, ink, soft, accent, fill }: Colors): string {
  const rules = [
    `.ground{background:${ground}!important}`,
    `.panel{background:${panel}!important;border-color:${line}!important}`,
    `.ink{color:${ink}!important}`,
    `.soft{color:${soft}!important}`,
    `.accent{color:${accent}!important}`,
    `.fill{background:${fill}!important}`,
  ];
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join("")}}`;
}

/** Renders the document with tables, without which Outlook ignores the width of the text and its box. */
function page(
  letterhead: Letterhead,
  origin: string,
  subject: string,
  content: (string | undefined)[],
): string {
  const { ground, panel, line, accent } = shadesOf(letterhead, "light");
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${toHtml(subject)}</title>`,
    `<style>${darkStyles(shadesOf(letterhead, "dark"))}</style></head>`,
    `<body class="ground" style="margin:0;padding:0;background:${ground}"><table role="presentation" class="ground" width="100%" cellspacing="0" cellpadding="0" border="0" bgcolor="${ground}" style="background:${ground}"><tr><td align="center" style="padding:32px 16px">`,
    `<table role="presentation" width="560" cellspacing="0" cellpadding="0" border="0" style="width:100%;max-width:560px"><tr><td style="padding:0 4px 16px">${header(letterhead, origin)}</td></tr>`,
    `<tr><td class="panel" bgcolor="${panel}" style="padding:28px 28px 12px;background:${panel};border:1px solid ${line};border-radius:10px">${content.filter(Boolean).join("")}</td></tr>`,
    `<tr><td style="padding:16px 4px 0">${footer(letterhead, accent)}</td></tr></table></td></tr></table></body></html>`,
  ].join("");
}
