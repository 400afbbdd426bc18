import { defineEntity, p } from "@mikro-orm/core";
import type { LinkSettings } from "./link-settings.rule.ts";

/**
 * A version of the settings for links. Rows are never updated or deleted; a trigger prevents it. The migration inserts
 * the first version, so there always is one.
 */
export const LinkSettingsVersion = defineEntity({
  name: "LinkSettingsVersion",
  tableName: "link_settings_versions",
  properties: {
    /** Starts at 1. */
    version: p.integer().primary().autoincrement(false),
    settings: p.json<LinkSettings>(),
    note: p.text().nullable(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
  },
});
