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

/** Why a verdict was computed again. */
export const cause = z
  .object({
    kind: z.enum(causeKinds),
    id: z
      .number()
      .nullable()
      .meta({
        examples: [7],
        override: { type: ["integer", "null"] },
        description: "The id of the API token, statement, correction or version of the rules",
      }),
    message: z.string().meta({ examples: ["Deals arrived from the feed"] }),
  })
  .meta({ id: "VerdictCause" });
export type Cause = z.infer<typeof cause>;
