import type { Email } from "postal-mime";

/** Finds the link in the text of a mail, and its token. */
export function linkIn(mail: Email | undefined): { url: string; token: string } {
  const [url, token] = /https?:\/\/\S+[?&]token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
  if (!url || !token) throw new Error(`No link in the mail: ${mail?.text}`);
  return { url, token };
}

/** Returns whether a mail contains a reset link, unlike the notices that a trader receives. */
export function isReset(mail: Email): boolean {
  return mail.subject === "Reset your password";
}
