import type { DeclaredAction } from "../../identity/audit/declared-events.rule.ts";

export const linkActions = {
  "link.viewed": { label: "Viewed links to other users", icon: "eye" },
  "link-settings.changed": { label: "Changed the settings for links", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;
