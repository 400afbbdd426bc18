import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { changesBetween, hasChanges } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import { deleteOldTraces } from "../../../identity/traces/traces.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { auditedSettings, changeLinkSettings, defaultAllocation } from "./link-settings.rule.ts";
import type { LinkSettingsVersionOut, setLinkSettingsInput } from "./link-settings.schema.ts";

const versionsFrom = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom("link_settings_versions")
    .select(["version", "settings", "note"])
    .select(["created_at as createdAt", "created_by as createdBy"])
    .orderBy("version", "desc");

/** Lists the versions of the settings, newest first. */
export async function listLinkSettings(kysely: Kysely<Tables>): Promise<LinkSettingsVersionOut[]> {
  const rows = await versionsFrom(kysely).execute();
  return rows.map(presentVersion);
}

/** Reads the newest version of the settings. */
export async function readLinkSettings(kysely: Kysely<Tables>): Promise<LinkSettingsVersionOut> {
  const row = await versionsFrom(kysely).limit(1).executeTakeFirstOrThrow();
  return presentVersion(row);
}

function presentVersion({
  settings,
  ...version
}: Omit<LinkSettingsVersionOut, "createdAt"> & { createdAt: string }): LinkSettingsVersionOut {
  return {
    ...version,
    settings: { ...settings, allocation: settings.allocation ?? defaultAllocation },
    createdAt: new Date(version.createdAt),
  };
}

/** Adds a version with a change; settings that are already so stay in their version. */
export async function setLinkSettings(
  context: Context,
  actor: StaffActor,
  { note = null, ...change }: z.output<typeof setLinkSettingsInput>,
): Promise<LinkSettingsVersionOut> {
  await inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    // Each version continues the newest one, and readers are not blocked.
    await sql`lock table link_settings_versions in share row exclusive mode`.execute(kysely);
    const present = await readLinkSettings(kysely);
    const settings = changeLinkSettings(present.settings, change);
    const changes = changesBetween(auditedSettings(present.settings), auditedSettings(settings));
    if (!hasChanges(changes)) return;
    const version = present.version + 1;
    await kysely
      .insertInto("link_settings_versions")
      .values({
        version,
        settings: JSON.stringify(settings),
        note,
        created_at: context.clock.now().toISOString(),
        created_by: actor.label,
      })
      .execute();
    await deleteOldTraces(context, kysely);
    await recordEvent(context, transaction, actor, {
      action: "link-settings.changed",
      changes: { ...changes, version: { from: present.version, to: version } },
      reason: note,
    });
  });
  return readLinkSettings(context.database.kysely);
}
