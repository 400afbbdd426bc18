import { z } from "zod";
import { id, timestamp } from "../../../platform/fields/fields.schema.ts";
import { waitingActorNames, waitingKindNames, waitingSubjects } from "./waiting.rule.ts";

/** What an account waits for, and who acts next. */
export const waitingFor = z
  .object({
    kind: z.enum(waitingKindNames).meta({ description: "The first that applies" }),
    sentence: z.string().meta({ examples: ["The identity has to be proved"] }),
    since: timestamp
      .nullable()
      .meta({ description: "When the oldest of its kind began; `null` for `nothing`" }),
    actor: z.enum(waitingActorNames).meta({ description: "Who acts next" }),
    about: z
      .object({ kind: z.enum(waitingSubjects), id })
      .nullable()
      .meta({ description: "The record that it is about" }),
  })
  .meta({ id: "WaitingFor" });
export type WaitingFor = z.infer<typeof waitingFor>;
