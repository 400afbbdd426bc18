import { z } from "zod";
import { targetId, timestamp } from "../../../platform/fields/fields.schema.ts";

export const waitingStepInput = z.strictObject({ id: targetId });

/** The next step of a trader's programme, which starts once nothing is missing. */
export const presentWaitingStep = z.object({
  programme: z.string(),
  step: z.int(),
  phase: z.string(),
  /** With what it starts; `null` if the account keeps what it has. */
  login: z.string().nullable(),
  server: z.string().nullable(),
  since: timestamp,
  /** `identity`, `agreement:7` */
  missing: z.array(z.string()),
});
export type PresentWaitingStep = z.infer<typeof presentWaitingStep>;
