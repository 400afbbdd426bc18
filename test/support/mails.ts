import type { Email } from "postal-mime";

/** The link in the text of a mail, and the token that it carries. */
export function linkIn(mail: Email | undefined): { url: string; token: string } {
  const [url, token] = /https?:\/\/\S+[?&]token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
  if (!url || !token) throw new Error(`No link in the mail: ${mail?.text}`);
  return { url, token };
}

/** Among the notices that a trader gets, the mail with the link. */
export function isReset(mail: Email): boolean {
  return mail.subject === "Reset your password";
}
