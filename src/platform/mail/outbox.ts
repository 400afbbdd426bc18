import type { Logger } from "pino";
import type { Em } from "../database/orm.ts";
import { type JobQueue, PermanentJobError } from "../jobs/jobs.ts";
import { RefusalError } from "../lib/errors.ts";
import type { Cipher } from "../lib/cipher.ts";
import type { Throttle } from "../lib/throttle.ts";
import type { Mail, Mailer } from "./mailer.ts";

const BOUND_TO = "mail";

/** Mails that leave if and only if the transaction that wrote them commits. */
export interface Outbox {
  enqueue(em: Em, mail: Mail): Promise<void>;
}

/**
 * Mails wait as jobs, sealed: a reset link is as good as a password until it is used, and must not
 * lie readable in the database.
 */
export function createOutbox(jobs: JobQueue, cipher: Cipher): Outbox {
  return {
    enqueue: (em, mail) =>
      jobs.enqueue(em, "mail", { sealed: cipher.encrypt(JSON.stringify(mail), BOUND_TO) }),
  };
}

/**
 * The mailbox or the mail itself will never do (SMTP's 5xx). What is refused before that, as a wrong
 * password for the mail server or an unknown sender, is ours to mend, and waits for it.
 */
function isRefusedForGood(error: unknown): boolean {
  const { permanent, command } = error as { permanent?: boolean; command?: string };
  return permanent === true && (command === "RCPT TO" || command === "DATA");
}

interface Delivery {
  cipher: Cipher;
  mailer: Mailer;
  throttle: Throttle;
  log: Logger;
}

/** Delivers what is in the outbox, and again later what the mail server did not take. */
export async function deliverOutbox(
  jobs: JobQueue,
  { cipher, mailer, throttle, log }: Delivery,
): Promise<void> {
  async function deliver(mail: Mail, id: string): Promise<void> {
    if (!mail.isRationed) return mailer.deliver(mail, id);
    if (!(await takesOneMore(throttle, mail.to))) {
      log.warn({ job: id }, "a notice is left out: its mailbox had too many of the kind");
      return;
    }
    try {
      await mailer.deliver(mail, id);
    } catch (error) {
      await throttle.giveBack("noticeByMailbox", mail.to);
      throw error;
    }
  }
  await jobs.work("mail", async (data, id) => {
    const { sealed } = data as { sealed: string };
    try {
      await deliver(JSON.parse(cipher.decrypt(sealed, BOUND_TO)) as Mail, id);
    } catch (error) {
      if (!isRefusedForGood(error)) {
        log.warn({ err: error, job: id }, "a mail could not be delivered, and is tried again");
        throw error;
      }
      log.error({ err: error, job: id }, "a mail was refused for good, and is not tried again");
      throw new PermanentJobError("The mail server refused the mail for good", { cause: error });
    }
  });
}

async function takesOneMore(throttle: Throttle, mailbox: string): Promise<boolean> {
  try {
    await throttle.take("noticeByMailbox", mailbox);
    return true;
  } catch (error) {
    if (error instanceof RefusalError) return false;
    throw error;
  }
}
