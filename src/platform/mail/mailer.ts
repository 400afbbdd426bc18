import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Config } from "../config/config.ts";
import { SECOND } from "../lib/clock.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A trader set it off, perhaps with a stranger's address: no mailbox gets many of them. */
  isRationed?: true;
}

/** Hands one mail to the mail server, or to a file. */
export interface Mailer {
  /** @param id the same for every try, so that a mailbox recognises one that came twice */
  deliver(mail: Mail, id: string): Promise<void>;
  close(): void;
}

export function createMailer(config: Config): Mailer {
  const from = config.mailFrom;
  const messageId = (id: string) => `<${id}@${new URL(config.publicUrl).hostname}>`;
  if (config.smtpUrl) {
    const transport = createTransport({
      url: config.smtpUrl,
      // Together well below the time after which a job counts as lost and is tried again: a slow
      // server must not be sent the same mail by two workers.
      connectionTimeout: 20 * SECOND,
      greetingTimeout: 20 * SECOND,
      socketTimeout: 60 * SECOND,
    });
    return {
      async deliver(mail, id) {
        await transport.sendMail({ ...mail, from, messageId: messageId(id) });
      },
      close: () => transport.close(),
    };
  }
  const folder = join(config.dataDir, "mail");
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async deliver(mail, id) {
      const { message } = await composer.sendMail({ ...mail, from, messageId: messageId(id) });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Named after the job: a second try replaces the file of the first.
      const path = join(folder, `${id}.eml`);
      await writeFile(`${path}.draft`, message as Buffer, { mode: 0o600, flush: true });
      await rename(`${path}.draft`, path);
    },
    close: () => composer.close(),
  };
}
