import { z } from "zod";
import { id } from "../../../platform/lib/id.schema.ts";
import { timestamp } from "../../../platform/lib/timestamp.schema.ts";
import { moneySum } from "../../../platform/money/money.schema.ts";
import { grades } from "../engine/verdict.schema.ts";

const limitMessage = { error: "limit must be a whole number from 1 to 100" };

export const riskListInput = z.strictObject({
  limit: z.int(limitMessage).min(1, limitMessage).max(100, limitMessage).default(10),
});

/** An account whose evaluation is in progress, with the room that its daily loss leaves today. */
export const riskListEntry = z.object({
  userId: id,
  fullName: z.string().nullable(),
  email: z.string(),
  stageId: id,
  grade: z.enum(grades),
  dailyRoom: moneySum,
  resetsAt: timestamp.nullable(),
  asOf: timestamp,
});
export type RiskListEntry = z.infer<typeof riskListEntry>;
