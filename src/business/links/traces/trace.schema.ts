import { z } from "zod";
import { targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { traceKinds } from "../../../identity/traces/trace.rule.ts";

/** A browser or network from which a trader has signed in. Neither its hash nor an address is shown. */
export const trace = z
  .object({
    kind: z.enum(traceKinds).meta({ examples: ["device"] }),
    firstAt: timestamp,
    lastAt: timestamp,
    signIns: z.int().meta({ examples: [14], description: "Also counts the registration" }),
    sharedBy: z.int().meta({ examples: [2], description: "The traders who have used it" }),
  })
  .meta({ id: "Trace" });

export type Trace = z.infer<typeof trace>;

export const tracesInput = z.strictObject({ id: targetId });
