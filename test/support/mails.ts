import type { Email } from "postal-mime";
import type { TestApp } from "./app.ts";
import { waitUntil } from "./until.ts";

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

/** Waits until every queued mail is delivered. */
export async function untilMailsEnd({ context }: TestApp): Promise<void> {
  const unfinished = "select from pgboss.job where name = 'mail' and state <> 'completed'";
  await waitUntil("all mails are delivered", async () => {
    const { rowCount } = await context.database.pool.query(unfinished);
    return rowCount === 0;
  });
}

/** Waits until all requests for reset links are processed; they are answered before that. */
export async function untilResetsEnd({ context }: TestApp): Promise<void> {
  const unfinished =
    "select from pgboss.job where name = 'password-reset' and state <> 'completed'";
  await waitUntil("all requests for reset links are processed", async () => {
    const { rowCount } = await context.database.pool.query(unfinished);
    return rowCount === 0;
  });
}
