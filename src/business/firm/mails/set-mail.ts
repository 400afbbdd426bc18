import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { saveSettings } from "../../../platform/audit/save-settings.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { lockSettings } from "../../../platform/database/lock-settings.ts";
import { readMailSettings } from "./mail-settings.queries.ts";
import type { MailSettings, setMailInput } from "./mail-settings.schema.ts";

/** Switches a kind of mail on or off. Mails that are already queued are still sent. */
export async function setMail(
  context: Context,
  actor: StaffActor,
  { kind, isSent }: z.output<typeof setMailInput>,
): Promise<MailSettings> {
  await inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
    await lockSettings(kysely, "mail_settings");
    const found = await kysely
      .selectFrom("mail_settings")
      .select("switched_off")
      .executeTakeFirst();
    const before = found?.switched_off ?? [];
    const others = before.filter((other) => other !== kind);
    const switchedOff = isSent ? others : [...others, kind].toSorted();
    await saveSettings(context, em, actor, {
      table: "mail_settings",
      action: "mail-settings.changed",
      before: { switchedOff: before.join(", ") || null },
      after: { switchedOff: switchedOff.join(", ") || null },
      row: { switched_off: switchedOff },
    });
  });
  return readMailSettings(context);
}
