import { createMails, type Notice } from "../../../identity/mails/send-mail.ts";
import { type MailEvent, mailKinds } from "./mail-kinds.rule.ts";

export type NewNotice = Notice<MailEvent>;

export const { sendNotice, sendNotices, writeNotice, sendMail } = createMails(mailKinds);
