import type { DeclaredAction } from "../../identity/audit/declared-events.rule.ts";

export const linkActions = {
  "link.viewed": { label: "Viewed links to other users", icon: "eye" },
  "person.created": {
    label: "Grouped the user as one person with others",
    icon: "user",
    preposition: "",
  },
  "person.changed": {
    label: "Changed the person that the user belongs to",
    icon: "edit",
    preposition: "",
  },
  "person.deleted": {
    label: "Deleted the person that the user belonged to",
    icon: "trash",
    preposition: "",
  },
  "link-settings.changed": { label: "Changed the settings for links", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;
