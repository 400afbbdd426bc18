import { z } from "zod";

export const causeKinds = [
  "feed",
  "statement",
  "withdrawal",
  "correction",
  "rules",
  "time",
  "rebuild",
] as const;

/** Why a verdict was worked out again. */
export const cause = z
  .object({
    kind: z.enum(causeKinds),
    id: z.number().nullable().meta({
      type: "integer",
      description: "Of the API token, statement, correction or version of the rules",
    }),
    message: z.string(),
  })
  .meta({ id: "VerdictCause" });
export type Cause = z.infer<typeof cause>;
