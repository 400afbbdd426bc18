import { z } from "zod";
import { timestamp } from "../../../platform/lib/fields.schema.ts";

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
