import { z } from "zod";
import { id, timestamp } from "../../../platform/fields/fields.schema.ts";
import { conductFinding, conductVerdict } from "../../rulebook/engine/conduct-verdict.schema.ts";
import { findingStatuses } from "./finding.rule.ts";

/** A finding about a stage, as it was last judged. */
export const accountFinding = z
  .object({
    id,
    userId: id,
    stageId: id,
    kind: conductVerdict.shape.kind,
    index: conductVerdict.shape.index,
    foundAt: timestamp.meta({
      description: "When it was found, or found to weigh more; an appeal is possible from then on",
    }),
    ...conductFinding.shape,
    status: z.enum(findingStatuses).meta({
      description: "`gone` if the records, the rules or the calendar no longer lead to it",
    }),
  })
  .meta({ id: "AccountFinding" });
export type AccountFinding = z.infer<typeof accountFinding>;
