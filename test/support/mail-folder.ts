import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";

interface SentMail {
  writtenAt: number;
  mail: Email;
}

/** The mails of an app without a mail server, which it writes to a folder. */
export class MailFolder {
  readonly #path: string;
  /** By file: a mail does not change, and parsing all of them for each look would take longer than most tests. */
  readonly #parsed = new Map<string, Promise<SentMail>>();

  constructor(path: string) {
    this.#path = path;
  }

  /** Waits until `count` mails to this address were sent. @returns them, newest last */
  async mailsTo(address: string, count: number): Promise<Email[]> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const mails = (await this.#read()).filter(({ mail }) =>
        mail.to?.some((recipient) => recipient.address === address),
      );
      if (mails.length >= count)
        return mails.toSorted((a, b) => a.writtenAt - b.writtenAt).map(({ mail }) => mail);
      if (Date.now() > deadline)
        throw new Error(`Found ${mails.length} of ${count} mails to ${address}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #read(): Promise<SentMail[]> {
    const names = (await readdir(this.#path).catch(() => [])).filter((name) =>
      name.endsWith(".eml"),
    );
    return Promise.all(names.map((name) => this.#parse(name)));
  }

  #parse(name: string): Promise<SentMail> {
    const known = this.#parsed.get(name);
    if (known) return known;
    const parsed = parseMail(join(this.#path, name));
    this.#parsed.set(name, parsed);
    return parsed;
  }
}

async function parseMail(path: string): Promise<SentMail> {
  // The date of a mail is in whole seconds, so it cannot order two mails of one second.
  const { mtimeMs: writtenAt } = await stat(path);
  return { writtenAt, mail: await PostalMime.parse(await readFile(path)) };
}
