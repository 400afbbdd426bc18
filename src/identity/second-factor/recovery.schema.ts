import { z } from "zod";
import { targetId, timestamp } from "../../platform/fields/fields.schema.ts";
import { optionalNotes, requiredText } from "../../platform/fields/text.schema.ts";

/** The removal of all factors of a trader who has lost them. */
export const recovery = z
  .object({
    requestedAt: timestamp,
    endsAt: timestamp.meta({ description: "When the factors are removed" }),
    by: z
      .string()
      .meta({ description: "The administrator's name at that time", examples: ["Back office"] }),
  })
  .meta({ id: "FactorRecovery" });
export type Recovery = z.infer<typeof recovery>;

export const presentRecovery = recovery.nullable().meta({
  description: "The running removal of a lost second factor; `null` if none is under way",
  examples: [null],
});

export const requestRecoveryInput = z.strictObject({
  id: targetId,
  reason: requiredText("Please provide a reason for removing the second factor"),
});

export const cancelRecoveryInput = z.strictObject({ id: targetId, reason: optionalNotes() });

declare module "../../platform/errors.ts" {
  interface RefusalReasons {
    /** The trader's second factor is being removed, because they have lost it. */
    recovery: true;
  }
}
