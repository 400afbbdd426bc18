import { z } from "zod";
import { moneySum } from "../../../platform/money/money.schema.ts";
import { sharedFact } from "../comparison/comparison.schema.ts";
import { linkEvidence, linkRow, rowEntry } from "../evidence/evidence.schema.ts";

/** What a trader sees of a case: the others have a letter, and neither positions nor results. */

const party = z
  .string()
  .meta({ examples: ["you"], description: "`you`, or a letter for each other trader" });

const partyNet = moneySum
  .nullable()
  .meta({ examples: ["1204.10"], description: "`null` for the other trader" });

export const traderEvidence = linkEvidence.extend({
  a: party,
  b: party,
  netA: partyNet,
  netB: partyNet,
  sentence: z.string().meta({
    examples: [
      "15 of your 16 entries match entries of A in the opposite direction within 60 seconds; chance would give 0.571213, and at most one in 1,000,000,000,000,000 pairs of unrelated accounts matches as often.",
    ],
  }),
});
export type TraderEvidence = z.output<typeof traderEvidence>;

const traderEntry = rowEntry.extend({
  positions: rowEntry.shape.positions
    .nullable()
    .meta({ description: "`null` for the other trader" }),
  net: moneySum
    .nullable()
    .meta({ description: "`null` for the other trader, and while it is open" }),
});

export const traderRow = linkRow.extend({ a: traderEntry, b: traderEntry.nullable() });
export type TraderRow = z.output<typeof traderRow>;

export const traderFact = sharedFact.pick({ kind: true, sharedBy: true, of: true, oneIn: true });
export type TraderFact = z.output<typeof traderFact>;
