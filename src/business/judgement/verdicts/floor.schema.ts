import { z } from "zod";
import { targetId } from "../../../platform/lib/id.schema.ts";
import { timestamp } from "../../../platform/lib/timestamp.schema.ts";
import { moneySum } from "../../../platform/money/money.schema.ts";

/** The history of a limit's floor: at the start of each trading day with records, and now. Oldest first. */
export const floor = z.object({
  kind: z.enum(["daily_loss", "max_loss"]),
  index: z.int(),
  points: z.array(z.object({ time: timestamp, floor: moneySum })),
});
export type Floor = z.infer<typeof floor>;

export const ownFloorsInput = z.strictObject({ stage: targetId.optional() });
export const floorsInput = ownFloorsInput.safeExtend({ userId: targetId });
