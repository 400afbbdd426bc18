import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { message } from "../../../platform/fields/fields.schema.ts";
import {
  discardMail,
  listUndeliveredMails,
  previewMail,
  readMailSettings,
  sendMailAgain,
  setMail,
} from "./mails.ts";
import {
  mailIdInput,
  mailPreview,
  mailSettings,
  previewMailInput,
  setMailInput,
  undeliveredMail,
} from "./mail.schema.ts";

const { administratorCall } = callsAbout("Administration");

/**
 * Mails that were not delivered. No procedure declares a scope, because the list contains addresses of people in
 * all roles.
 */
export const adminMailsRouter = t.router({
  undelivered: administratorCall("traders.read", {
    rest: "GET /admin/mails/undelivered",
    summary: "List undelivered emails",
    description:
      "Returns at most 200, without their texts: first those that failed permanently within the last 14 days, then those being retried.",
  })
    .output(z.array(undeliveredMail))
    .query(({ ctx }) => listUndeliveredMails(ctx.app)),

  sendAgain: administratorCall("traders.write", {
    rest: "POST /admin/mails/send-again",
    summary: "Send an undelivered email again",
    description: "It is sent unchanged, so a link in it may have expired.",
    errors: [404, 409],
    event: "authz_admin",
    example: { mailId: "0a9f5d0e-6f1b-4c58-9f0b-6d7c3f1f2a55" },
    response: { message: "Email queued" },
  })
    .input(mailIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await sendMailAgain(ctx.app, ctx.actor, input.mailId);
      return { message: "Email queued" };
    }),

  discard: administratorCall("traders.write", {
    rest: "POST /admin/mails/discard",
    summary: "Discard an undelivered email",
    description: "Removes it from the list, for example because the mailbox does not exist.",
    errors: [404, 409],
    event: "authz_admin",
    example: { mailId: "0a9f5d0e-6f1b-4c58-9f0b-6d7c3f1f2a55" },
    response: { message: "Email discarded" },
  })
    .input(mailIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await discardMail(ctx.app, ctx.actor, input.mailId);
      return { message: "Email discarded" };
    }),
});

/** Which mails the firm sends, and how they look. */
export const mailSettingsRouter = t.router({
  get: administratorCall("settings.read", {
    rest: "GET /admin/settings/mails",
    summary: "List the kinds of emails, and which of them are sent",
    description: "Emails that are required to use or protect an account are always sent.",
  })
    .output(mailSettings)
    .query(({ ctx }) => readMailSettings(ctx.app)),

  set: administratorCall("settings.write", {
    rest: "PATCH /admin/settings/mails",
    summary: "Switch a kind of email on or off",
    description:
      "Traders see the same content on their notices page, whether or not it is emailed.",
    event: "authz_admin",
    example: { kind: "unbanned", isSent: false },
  })
    .input(setMailInput)
    .output(mailSettings)
    .mutation(({ ctx, input }) => setMail(ctx.app, ctx.actor, input)),

  preview: administratorCall("settings.read", {
    rest: "GET /admin/settings/mails/preview",
    summary: "Preview an email in the firm's brand",
    description: "The content is sample data, and its links do not work.",
    example: { kind: "payout-paid" },
  })
    .input(previewMailInput)
    .output(mailPreview)
    .query(({ ctx, input }) => previewMail(ctx.app, input.kind)),
});
