import type { z } from "zod";
import { letterheadOf, readBrand } from "../brand/brand.queries.ts";
import type { Context } from "../../../platform/context.ts";
import { isAlwaysSent, type MailKind, mailKindCodes, mailKinds } from "./mail-kinds.rule.ts";
import { mailSamples } from "./mail-samples.ts";
import { mailContent } from "./mail-templates.ts";
import { renderMail } from "../../../platform/mail/render-mail.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import type { MailPreview, MailSettings, setMailInput } from "./mail.schema.ts";

export async function readMailSettings({
  database,
}: Pick<Context, "database">): Promise<MailSettings> {
  const row = await database.kysely.selectFrom("mail_settings").selectAll().executeTakeFirst();
  return {
    mails: mailKindCodes.map((kind) => {
      const { label, when } = mailKinds[kind];
      const always = isAlwaysSent(kind);
      const isSent = always || !row?.switched_off.includes(kind);
      return { kind, label, when, isAlwaysSent: always, isSent };
    }),
    updatedAt: row ? new Date(row.updated_at) : null,
    updatedBy: row?.updated_by ?? null,
  };
}

/** Renders a sample mail of a kind in the firm's brand. */
export async function previewMail(
  { config, database }: Pick<Context, "config" | "database">,
  kind: MailKind,
): Promise<MailPreview> {
  const brand = await readBrand(database.kysely, config);
  const sample = mailSamples(config.publicUrl)[kind];
  const content = mailContent(sample, brand.name);
  const { subject, text, html } = renderMail(content, "", letterheadOf(brand), config.publicUrl);
  return { from: brand.senderName ?? config.mailFrom, subject, text, html };
}

/** Switches a kind of mail on or off. Mails that are already queued are still sent. */
export async function setMail(
  context: Context,
  actor: StaffActor,
  { kind, isSent }: z.output<typeof setMailInput>,
): Promise<MailSettings> {
  const settings = { table: "mail_settings", action: "mail-settings.changed" } as const;
  await changeSettings(context, actor, settings, async (kysely) => {
    const found = await kysely
      .selectFrom("mail_settings")
      .select("switched_off")
      .executeTakeFirst();
    const before = found?.switched_off ?? [];
    const others = before.filter((other) => other !== kind);
    const switchedOff = isSent ? others : [...others, kind].toSorted();
    return {
      before: { switchedOff: before.join(", ") || null },
      after: { switchedOff: switchedOff.join(", ") || null },
      row: { switched_off: switchedOff },
    };
  });
  return readMailSettings(context);
}
