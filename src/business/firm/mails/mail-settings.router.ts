import { call } from "../../../calls/call.ts";
import { administratorProcedure } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { previewMail, readMailSettings, setMail } from "./mail-settings.ts";
import {
  mailPreview,
  mailSettings,
  previewMailInput,
  setMailInput,
} from "./mail-settings.schema.ts";

/** Which mails the firm sends, and how they look. */
export const mailSettingsRouter = t.router({
  get: administratorProcedure("settings.read")
    .meta(
      call({
        rest: "GET /admin/settings/mails",
        summary: "List the kinds of emails, and which of them are sent",
        description: "Emails that are required to use or protect an account are always sent.",
        tag: "Administration",
      }),
    )
    .output(mailSettings)
    .query(({ ctx }) => readMailSettings(ctx.app)),

  set: administratorProcedure("settings.write")
    .meta(
      call({
        rest: "PATCH /admin/settings/mails",
        summary: "Switch a kind of email on or off",
        description:
          "Traders see the same content on their notices page, whether or not it is emailed.",
        tag: "Administration",
        errors: [400],
        event: "authz_admin",
        example: { kind: "unbanned", isSent: false },
      }),
    )
    .input(setMailInput)
    .output(mailSettings)
    .mutation(({ ctx, input }) => setMail(ctx.app, ctx.actor, input)),

  preview: administratorProcedure("settings.read")
    .meta(
      call({
        rest: "GET /admin/settings/mails/preview",
        summary: "Preview an email in the firm's brand",
        description: "The content is sample data, and its links do not work.",
        tag: "Administration",
        errors: [400],
        example: { kind: "payout-paid" },
      }),
    )
    .input(previewMailInput)
    .output(mailPreview)
    .query(({ ctx, input }) => previewMail(ctx.app, input.kind)),
});
