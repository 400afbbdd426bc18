import { z } from "zod";
import { id, idFilter, targetId, timestamp } from "../../../../platform/fields/fields.schema.ts";
import { requiredText } from "../../../../platform/fields/text.schema.ts";
import { setFilter, unsearchedListQuery } from "../../../../platform/lists/list.schema.ts";
import { moneySum } from "../../../../platform/money/money.schema.ts";
import {
  dealEntries,
  dealSides,
  operationKinds,
} from "../../../rulebook/timeline/trading-record.rule.ts";
import { bookedTables } from "../../records/sources.rule.ts";
import { findingDecisions, findingKinds, findingStatuses } from "./finding.rule.ts";

const time = z.string().meta({ format: "date-time", examples: ["2026-03-02T09:00:00.000Z"] });

const foundDeal = z.object({
  ticket: z.string(),
  position: z.string(),
  time,
  entry: z.enum(dealEntries),
  symbol: z.string(),
  side: z.enum(dealSides),
  volume: z.string().meta({ examples: ["0.50"] }),
  price: z.string().meta({ examples: ["1.08345"] }),
  profit: moneySum,
  commission: moneySum,
  swap: moneySum,
  fee: moneySum,
});

const foundOperation = z.object({
  ticket: z.string(),
  time,
  kind: z.enum(operationKinds),
  amount: moneySum,
});

const record = z.union([foundDeal, foundOperation]);
/** A deal or operation as the feed takes it, with all fields. */
export type FindingRecord = z.infer<typeof record>;

/** A deal or operation that was fed and that the platform no longer shows so. */
export const finding = z
  .object({
    id,
    tokenId: id.meta({ description: "The API token whose call showed it" }),
    userId: id,
    stageId: id,
    login: z.string(),
    kind: z.enum(findingKinds),
    item: z.enum(bookedTables),
    ticket: z.string(),
    recorded: record,
    platform: record.nullable().meta({ description: "`null` if the ticket is missing" }),
    foundAt: timestamp,
    status: z.enum(findingStatuses).meta({
      description:
        "`resolved`: the platform shows the recorded content again, or yet another one, which has a finding of its own",
    }),
    reason: z.string().nullable(),
    decidedAt: timestamp.nullable(),
    decidedBy: z.string().nullable(),
  })
  .meta({ id: "BridgeFinding" });
export type Finding = z.infer<typeof finding>;

export const listFindingsInput = unsearchedListQuery({
  status: setFilter(
    findingStatuses,
    `status must be of ${findingStatuses.join(", ")}, separated by commas`,
  ),
  userId: idFilter("userId"),
});

export const findingDecisionForm = z.strictObject({
  reason: requiredText("Please provide a reason"),
});

export const decideFindingInput = findingDecisionForm.safeExtend({
  id: targetId,
  decision: z.enum(findingDecisions, { error: "decision must be accept or keep" }),
});
