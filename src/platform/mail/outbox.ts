import type { Logger } from "pino";
import type { Transaction } from "../database/orm.ts";
import { type JobQueue, PermanentJobError } from "../jobs/jobs.ts";
import { RefusalError } from "../errors.ts";
import type { Cipher } from "../vault/cipher.ts";
import type { Throttle } from "../throttle/throttle.ts";
import type { Mail, Mailer } from "./mailer.ts";

const ENCRYPTION_CONTEXT = "mail";

/** Mails are sent if and only if the transaction that enqueued them commits. */
export interface Outbox {
  enqueue(transaction: Transaction, mails: Mail[]): Promise<void>;
}

/** Creates an outbox that encrypts queued mails, because an unused reset link is equivalent to a password. */
export function createOutbox(jobs: JobQueue, cipher: Cipher): Outbox {
  return {
    async enqueue(transaction, mails) {
      const sealed = mails.map((mail) => ({
        data: { sealed: cipher.encrypt(JSON.stringify(mail), ENCRYPTION_CONTEXT) },
        ...(mail.isUrgent && { isUrgent: true }),
      }));
      await jobs.enqueueAll(transaction, "mail", sealed);
    },
  };
}

export function openSealedMail(cipher: Cipher, sealed: string): Mail {
  return JSON.parse(cipher.decrypt(sealed, ENCRYPTION_CONTEXT)) as Mail;
}

/**
 * Returns whether a failure is permanent, which requires a 5xx response to the recipient or to the content. Earlier
 * failures, such as a wrong SMTP password or a rejected sender, are configuration errors and are retried.
 */
function isPermanentRejection(error: unknown): boolean {
  const { permanent, command } = error as { permanent?: boolean; command?: string };
  return permanent === true && (command === "RCPT TO" || command === "DATA");
}

interface Delivery {
  cipher: Cipher;
  mailer: Mailer;
  throttle: Throttle;
  log: Logger;
}

/** Starts delivering queued mails. Failed deliveries are retried unless the rejection is permanent. */
export async function deliverOutbox(
  jobs: Pick<JobQueue, "work">,
  { cipher, mailer, throttle, log }: Delivery,
): Promise<void> {
  async function deliver(mail: Mail, id: string): Promise<void> {
    if (!mail.isRateLimited) return mailer.deliver(mail, id);
    const allowance = mail.isRateLimited === "apart" ? `apart ${mail.to}` : mail.to;
    if (!(await consumeAllowance(throttle, allowance))) {
      log.warn({ job: id }, "mail dropped: the mailbox reached its hourly limit");
      return;
    }
    try {
      await mailer.deliver(mail, id);
    } catch (error) {
      await throttle.refund("mailByMailbox", allowance);
      throw error;
    }
  }
  async function run(data: object, id: string): Promise<void> {
    const { sealed } = data as { sealed: string };
    try {
      await deliver(openSealedMail(cipher, sealed), id);
    } catch (error) {
      if (!isPermanentRejection(error)) {
        log.warn({ err: error, job: id }, "mail delivery failed and will be retried");
        throw error;
      }
      log.error({ err: error, job: id }, "mail permanently rejected by the mail server");
      const { response = "The mail server permanently rejected the mail" } = error as {
        response?: string;
      };
      throw new PermanentJobError(response, { cause: error });
    }
  }
  const { concurrency: total } = mailer;
  await jobs.work("mail", run, total === undefined ? undefined : { total, reservesUrgent: true });
}

/** @returns false if the mailbox has reached its limit */
async function consumeAllowance(throttle: Throttle, mailbox: string): Promise<boolean> {
  try {
    await throttle.consume("mailByMailbox", mailbox);
    return true;
  } catch (error) {
    if (error instanceof RefusalError) return false;
    throw error;
  }
}
