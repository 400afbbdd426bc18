import type { Mail } from "./mailer.ts";

export interface MailContent {
  subject: string;
  /** Plain text; the HTML part escapes it. */
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Small print under the action. */
  note?: string;
}

function escapeHtml(text: string): string {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character as keyof typeof entities]);
}

function block(style: string, content: string): string {
  return `<p style="margin:0 0 16px;${style}">${content}</p>`;
}

/** Renders plain text and HTML; inline styles only, because mail programs drop style sheets. */
export function renderMail(content: MailContent, to: string, firmName: string): Mail {
  const { subject, paragraphs, action, note } = content;
  const text = [
    ...paragraphs,
    action && `${action.label}:\n${action.url}`,
    note,
    `-- \n${firmName}`,
  ];
  const button =
    action &&
    `<a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5eff;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a>`;
  const body = [
    block(
      "font-size:13px;font-weight:600;letter-spacing:.02em;color:#5b6472",
      escapeHtml(firmName),
    ),
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((paragraph) => block("", escapeHtml(paragraph))),
    button && block("padding:8px 0", button),
    note && block("font-size:13px;color:#5b6472", escapeHtml(note)),
  ];
  return {
    to,
    subject,
    text: `${text.filter(Boolean).join("\n\n")}\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:32px 16px;font:15px/24px -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif"><div style="max-width:520px;margin:0 auto">${body.filter(Boolean).join("")}</div></body></html>`,
  };
}
