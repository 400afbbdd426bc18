import { z } from "zod";
import { id, targetId, timestamp } from "../../platform/fields/fields.schema.ts";

/** A browser or tool in which a trader is signed in. */
export const activeSession = z
  .object({
    id,
    device: z.string().meta({ examples: ["Firefox on Windows"] }),
    address: z
      .string()
      .nullable()
      .meta({ examples: ["203.0.113.7"] }),
    createdAt: timestamp,
    lastSeenAt: timestamp.meta({ description: "Accurate to five minutes" }),
    expiresAt: timestamp,
    isCurrent: z.boolean().meta({ description: "Whether this is the session of the call" }),
  })
  .meta({ id: "Session" });
export type ActiveSession = z.infer<typeof activeSession>;

/** `{id}` in the path. */
export const sessionIdInput = z.strictObject({ id: targetId });
