import type { DeclaredAction } from "../../identity/audit/declared-events.rule.ts";

export const ruleSetActions = {
  "rules.created": { label: "Created a rule set", icon: "plus" },
  "rules.version-added": { label: "Added a version to a rule set", icon: "plus" },
} as const satisfies Record<string, DeclaredAction>;
