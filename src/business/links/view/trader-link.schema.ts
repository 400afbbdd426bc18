import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { text } from "../../../platform/fields/text.schema.ts";
import { linkStatuses } from "../cases/link-case.rule.ts";
import { linkKinds } from "../evidence/link-kind.rule.ts";
import { traderEvidence, traderFact, traderRow } from "./trader-view.schema.ts";

/** A case that was confirmed, as one of its traders sees it. */
export const traderLink = z.object({
  id,
  status: z.enum(linkStatuses).meta({ description: "`open` once it is looked at again" }),
  decidedAt: timestamp.meta({ description: "When it was confirmed" }),
  reason: z.string().meta({ examples: ["Copied by a program"] }),
  withhold: z.boolean().meta({ description: "Whether payouts are to be withheld" }),
  clearedAt: timestamp.nullable().meta({ description: "When an appeal cleared you" }),
  evidence: z
    .array(traderEvidence)
    .meta({ description: "What compares you with others; the others are `A`, `B` and so on" }),
  facts: z.array(traderFact).meta({ description: "What you share with others of the case" }),
});
export type TraderLink = z.output<typeof traderLink>;

export const traderLinkIdInput = z.strictObject({ id: targetId });

export const traderLinkRowsInput = z.strictObject({
  id: targetId,
  kind: z
    .enum(linkKinds, { error: `kind must be ${linkKinds.join(" or ")}` })
    .meta({ description: "The detector of the evidence" }),
  other: text("other must be the letter of a trader").meta({
    examples: ["A"],
    description: "The other trader of the evidence",
  }),
});

export const traderLinkRows = z.array(traderRow);
