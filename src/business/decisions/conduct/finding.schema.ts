import { z } from "zod";
import { idFilter, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { requiredText } from "../../../platform/fields/text.schema.ts";
import {
  scrollPageOf,
  unsearchedListQuery,
  unsearchedScrollQuery,
} from "../../../platform/lists/list.schema.ts";
import { currency } from "../../../platform/money/money.schema.ts";
import { filterInputs } from "../../office/tables/table-inputs.schema.ts";
import { accountFinding } from "../../record/conduct/finding.schema.ts";
import { ownAppeal } from "../appeals/appeal.schema.ts";
import { findingTable } from "./finding.table.ts";

/** A finding with the appeal against it. */
export const finding = accountFinding
  .extend({
    appeal: ownAppeal.nullable(),
    appealUntil: timestamp.nullable().meta({
      description: "Until when the trader can appeal against it; `null` if it cannot be appealed",
    }),
  })
  .meta({ id: "FindingWithAppeal" });
export type Finding = z.infer<typeof finding>;

/** A finding in the table of all accounts. */
export const listedFinding = finding.extend({
  currency: currency.meta({ description: "That of the stage" }),
  trader: z.object({ fullName: z.string().nullable(), email: z.string() }),
});
export type ListedFinding = z.infer<typeof listedFinding>;

const { consequence: _, ...filters } = filterInputs(findingTable.filters);

const stage = idFilter("stage").meta({ description: "Only findings of this stage" });

export const listFindingsInput = unsearchedListQuery({ ...filters, stage });

export const listOwnFindingsInput = unsearchedListQuery({ stage });

export const findingPageInput = unsearchedScrollQuery({ stage });
export const findingPage = scrollPageOf(finding);

export const findingIdInput = z.strictObject({ id: targetId });

export const waiverReason = requiredText("Please provide a reason");

export const waiveInput = z.strictObject({ id: targetId, reason: waiverReason });
