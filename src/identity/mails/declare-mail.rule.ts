import type { RateLimited } from "../../platform/mail/mailer.ts";
import type { MailContent } from "../../platform/mail/render-mail.ts";

/** Everything that the product knows of a kind of mail, which traders also find among their notices. */
export interface DeclaredMail<Fields extends object> extends MailOptions {
  /** A made-up event, for previews. @param origin the origin of the web client */
  sample: (origin: string) => Fields;
  /** @param firm the firm's name */
  text: (event: Fields, firm: string) => MailContent;
}

interface MailOptions {
  /** The name of the mail in the settings. */
  label: string;
  /** When the mail is sent, as in "Sent …". */
  when: string;
  /**
   * Sent regardless of the settings, because accounts could not be used or protected without it. So is a mail of any kind
   * with a link that signs in.
   */
  isAlwaysSent?: true;
  /** Traders can trigger it any number of times, for any address that they enter as their own. */
  isRateLimited?: RateLimited;
  /** A person waits for it, so it is sent before all notices. */
  isUrgent?: true;
}

/** Declares a kind of mail. @typeParam Fields what its text needs of the event */
export function declareMail<Fields extends object = object>(
  mail: DeclaredMail<Fields>,
): DeclaredMail<Fields> {
  return mail;
}

/** Kinds of mails with their declarations. */
export type DeclaredMails = Record<
  string,
  MailOptions & {
    sample: (origin: string) => object;
    text: (event: never, firm: string) => MailContent;
  }
>;

/** The event that a mail of these kinds reports. */
export type MailEventOf<Mails extends DeclaredMails> = {
  [Kind in keyof Mails]: { kind: Kind } & Parameters<Mails[Kind]["text"]>[0];
}[keyof Mails];

/** Returns the text of the mail about an event, which must be one of these mails. @param firm the firm's name */
export function composeMail(
  mails: DeclaredMails,
  event: { kind: string },
  firm: string,
): MailContent {
  const { text } = mails[event.kind]!;
  return text(event as never, firm);
}
