import { call } from "../../identity/calls/call.ts";
import { administratorProcedure } from "../../identity/calls/procedures.ts";
import { t } from "../../identity/calls/trpc.ts";
import { previewMail, readMailSettings } from "./mail-settings.queries.ts";
import {
  mailPreview,
  mailSettings,
  previewMailInput,
  setMailInput,
} from "./mail-settings.schema.ts";
import { setMail } from "./set-mail.ts";

/** Which mails the firm sends, and how they look. */
export const mailSettingsRouter = t.router({
  get: administratorProcedure("settings.read")
    .meta(
      call({
        rest: "GET /admin/settings/mails",
        summary: "List the kinds of mails, and which of them are sent",
        description: "Mails that an account could not be used or defended without are always sent.",
        tag: "Administration",
      }),
    )
    .output(mailSettings)
    .query(({ ctx }) => readMailSettings(ctx.app)),

  set: administratorProcedure("settings.write")
    .meta(
      call({
        rest: "PATCH /admin/settings/mails",
        summary: "Switch a kind of mail on or off",
        description:
          "Traders find the same content on their notices page, whether it is mailed or not.",
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
        summary: "Preview a mail in the firm's brand",
        description: "The content is invented, and its links lead nowhere.",
        tag: "Administration",
        errors: [400],
        example: { kind: "payout-paid" },
      }),
    )
    .input(previewMailInput)
    .output(mailPreview)
    .query(({ ctx, input }) => previewMail(ctx.app, input.kind)),
});
