import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Config } from "../config/config.ts";
import { SECOND } from "../time/durations.rule.ts";

/** `apart` counts a kind of mail on its own, so that other mails do not use up its allowance. */
export type RateLimited = true | "apart";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Replaces the name in `MAIL_FROM`. */
  senderName?: string;
  /** Limits these mails per mailbox, because anyone can trigger them, possibly for another person's address. */
  isRateLimited?: RateLimited;
  /** Sent before all mails that are not urgent, because a person waits for it. */
  isUrgent?: true;
}

/** How many mails are delivered at once, each over a connection that stays open for the next one. */
const CONNECTIONS = 3;

/** Delivers mails over SMTP, or to files if no mail server is configured. */
export interface Mailer {
  /** How many mails may be delivered at once; one at a time if undefined. */
  concurrency?: number;
  /** @param id the same for every attempt, so that mail programs recognise duplicates */
  deliver(mail: Mail, id: string): Promise<void>;
  close(): void;
}

export function createMailer(config: Config): Mailer {
  const address = /<([^<>]+)>\s*$/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
  const envelope = ({ senderName, ...mail }: Mail, id: string) => ({
    ...mail,
    from: senderName === undefined ? config.mailFrom : { name: senderName, address },
    messageId: messageId(id),
  });
  const messageId = (id: string) => `<${id}@${new URL(config.publicUrl).hostname}>`;
  if (config.smtpUrl) {
    const transport = createTransport({
      url: config.smtpUrl,
      pool: true,
      // One more for urgent mails: see `outbox.ts`.
      maxConnections: CONNECTIONS + 1,
      // Together, these timeouts must stay well below the expiry of a job. Otherwise, a second worker would send the
      // same mail while a slow server is still accepting it.
      connectionTimeout: 20 * SECOND,
      greetingTimeout: 20 * SECOND,
      socketTimeout: 60 * SECOND,
    });
    return {
      concurrency: CONNECTIONS,
      async deliver(mail, id) {
        await transport.sendMail(envelope(mail, id));
      },
      close: () => transport.close(),
    };
  }
  const folder = join(config.dataDir, "mail");
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async deliver(mail, id) {
      const { message } = await composer.sendMail(envelope(mail, id));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A retry overwrites the file of the first attempt.
      const path = join(folder, `${id}.eml`);
      await writeFile(`${path}.draft`, message as Buffer, { mode: 0o600, flush: true });
      await rename(`${path}.draft`, path);
    },
    close: () => composer.close(),
  };
}
