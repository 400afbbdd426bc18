import { z } from "zod";
import { id, targetId } from "../../../platform/lib/id.schema.ts";
import { timeInput } from "../../../platform/lib/time-input.schema.ts";
import { timestamp } from "../../../platform/lib/timestamp.schema.ts";
import { listQuery } from "../../../platform/lists/list.schema.ts";
import { grades, outcomes, verdict } from "../engine/verdict.schema.ts";
import { cause } from "./cause.schema.ts";

/** A verdict that was stored because its outcome or the status of a rule changed. */
export const storedVerdict = z
  .object({
    id,
    at: timestamp,
    outcome: z.enum(outcomes),
    grade: z.enum(grades),
    verdict,
    cause,
  })
  .meta({ id: "StoredVerdict" });
export type StoredVerdict = z.infer<typeof storedVerdict>;

const stage = targetId.optional().meta({
  description: "The id of a stage; the current one by default",
});
const ofTrader = { userId: targetId };

export const ownVerdictInput = z.strictObject({
  stage,
  asOf: timeInput("asOf").optional().meta({
    description: "Now by default; an ended stage is judged as of its end at the latest",
  }),
});
export const verdictInput = ownVerdictInput.safeExtend(ofTrader);

const { search: _unsearched, ...verdictsQuery } = listQuery({ stage }).shape;

export const listOwnVerdictsInput = z.strictObject(verdictsQuery);
export const listVerdictsInput = listOwnVerdictsInput.safeExtend(ofTrader);
