import { z } from "zod";
import { timestamp } from "../../../platform/fields/fields.schema.ts";
import { mailKindCodes, mailKinds } from "./mail-kinds.rule.ts";

const id = z.guid({ error: "Not the id of an email" }).meta({
  examples: ["0a9f5d0e-6f1b-4c58-9f0b-6d7c3f1f2a55"],
});

/** A mail that the mail server has not accepted, without its text. */
export const undeliveredMail = z
  .object({
    id,
    to: z.string().meta({ examples: ["olivia.bennett@example.com"] }),
    subject: z.string().meta({ examples: ["Reset your password"] }),
    status: z
      .enum(["failed", "retrying"])
      .meta({ description: "`failed`: no longer retried, and kept for 14 days" }),
    queuedAt: timestamp,
    lastAttemptAt: timestamp.nullable(),
    attempts: z.int().meta({ examples: [1] }),
    nextAttemptAt: timestamp.nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ examples: ["550 No such mailbox"] }),
  })
  .meta({ id: "UndeliveredMail" });
export type UndeliveredMail = z.infer<typeof undeliveredMail>;

export const mailIdInput = z.strictObject({ mailId: id });

const kind = z.enum(mailKindCodes, { error: "There is no such email" });

export const mailSettings = z
  .object({
    mails: z.array(
      z
        .object({
          kind: kind.meta({ examples: ["payout-decided"] }),
          label: z.string().meta({ examples: ["Payout decision"] }),
          when: z.string().meta({ examples: ["when a payout is approved or rejected"] }),
          isAlwaysSent: z
            .boolean()
            .meta({ description: "It cannot be switched off", examples: [false] }),
          isSent: z.boolean().meta({ examples: [true] }),
        })
        .meta({ id: "MailSetting" }),
    ),
    updatedAt: timestamp.nullable().meta({ description: "`null` until they are changed" }),
    updatedBy: z.string().nullable(),
  })
  .meta({ id: "MailSettings" });
export type MailSettings = z.infer<typeof mailSettings>;

export const setMailInput = z.strictObject({
  kind: kind.refine((chosen) => !mailKinds[chosen].isAlwaysSent, {
    error: "This email is always sent",
  }),
  isSent: z.boolean({ error: "Must be true or false" }),
});

export const previewMailInput = z.strictObject({
  kind: kind.meta({ description: "The kind of email", examples: ["payout-paid"] }),
});

export const mailPreview = z
  .object({
    from: z.string().meta({ examples: ["Meridian Capital"] }),
    subject: z.string().meta({ examples: ["Your payout was paid"] }),
    text: z.string().meta({ examples: ["Your payout request #1042 for $1,250.00 was paid."] }),
    html: z.string().meta({ examples: ["<!doctype html>…"] }),
  })
  .meta({ id: "MailPreview" });
export type MailPreview = z.infer<typeof mailPreview>;
