import { z } from "zod";
import { id } from "../../platform/fields/fields.schema.ts";
import type { DeclaredAction, DeclaredEvent } from "../../identity/audit/declared-events.rule.ts";

export const calendarActions = {
  "calendar.imported": { label: "Imported economic events", icon: "document" },
} as const satisfies Record<string, DeclaredAction>;

export const calendarEvents = {
  "calendar.changed": {
    words: "Economic events were imported",
    data: z.object({ versionId: id, from: z.string(), to: z.string() }),
    example: { versionId: 7, from: "2026-03-02T00:00:00.000Z", to: "2026-03-09T00:00:00.000Z" },
    sentFor: {
      "calendar.imported": (read) => ({
        versionId: read.to("versionId"),
        from: read.to("from"),
        to: read.to("to"),
      }),
    },
  },
} as const satisfies Record<string, DeclaredEvent>;

export const ruleSetActions = {
  "rules.created": { label: "Created a rule set", icon: "plus" },
  "rules.version-added": { label: "Added a version to a rule set", icon: "plus" },
} as const satisfies Record<string, DeclaredAction>;
