import type { DeclaredAction } from "../../identity/audit/declared-events.rule.ts";

export const settingsActions = {
  "brand.changed": { label: "Changed the firm's brand", icon: "edit" },
  "firm-settings.changed": { label: "Changed the firm's settings", icon: "edit" },
  "mail-settings.changed": { label: "Changed which emails are sent", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

export const exportActions = {
  "users.exported": { label: "Exported the table of users", icon: "download", preposition: "" },
  "payouts.exported": { label: "Exported the table of payouts", icon: "download", preposition: "" },
  "statements.exported": {
    label: "Exported the table of statements",
    icon: "download",
    preposition: "",
  },
  "actions.exported": { label: "Exported the table of actions", icon: "download", preposition: "" },
  "appeals.exported": { label: "Exported the table of appeals", icon: "download", preposition: "" },
  "conduct.exported": {
    label: "Exported the table of findings",
    icon: "download",
    preposition: "",
  },
  "orders.exported": { label: "Exported the table of orders", icon: "download", preposition: "" },
  "export.ended": { label: "Finished an export", icon: "download", preposition: "" },
} as const satisfies Record<string, DeclaredAction>;

export const mailActions = {
  "mail.sent-again": { label: "Sent an undelivered email again", icon: "refresh" },
  "mail.discarded": { label: "Discarded an undelivered email", icon: "trash" },
} as const satisfies Record<string, DeclaredAction>;
