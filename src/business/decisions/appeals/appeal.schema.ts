import { z } from "zod";
import { expectedSettings } from "../../../platform/fields/expected-settings.schema.ts";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { requiredText, text } from "../../../platform/fields/text.schema.ts";
import { unsearchedListQuery } from "../../../platform/lists/list.schema.ts";
import { currency, money } from "../../../platform/money/money.schema.ts";
import { filterInputs } from "../../office/tables/table-inputs.schema.ts";
import { payoutRow } from "../../money/payouts/payout.schema.ts";
import { linkStatuses } from "../../links/cases/link-case.rule.ts";
import { accountFinding } from "../../record/conduct/finding.schema.ts";
import { caseDeal, caseOperation, caseSnapshot } from "../../record/cases/case.schema.ts";
import { verdict } from "../../rulebook/engine/verdict.schema.ts";
import { review } from "../reviews/review.schema.ts";
import { reviewDecisions, reviewKinds } from "../../record/verdicts/review-subject.rule.ts";
import {
  appealDecisions,
  appealSubjects,
  attachmentTypes,
  traderReviewStatuses,
} from "./appeal.rule.ts";
import { appealTable } from "./appeal.table.ts";

const SHORTEST = 20;
const LONGEST = 5_000;

const appealText = text("Text is required", LONGEST)
  // Counts characters instead of UTF-16 units, as the limit above does.
  .refine((value) => Array.from(value).length >= SHORTEST, {
    error: `Please explain your appeal in at least ${SHORTEST} characters`,
  })
  .meta({ minLength: SHORTEST, maxLength: LONGEST });

/** `{id}` is that of the review, the payout request, the finding or the link. */
export const appealInput = z.strictObject({ id: targetId, text: appealText });

const appealExample = "The snapshot of 10:00 shows a price that no other broker had.";

/** The form behind "Send Appeal". */
export const appealForm = appealInput.pick({ text: true });

/** An appeal as its trader sees it. */
export const ownAppeal = z
  .object({
    id,
    subject: z.object({
      kind: z.enum(appealSubjects),
      id: id.meta({
        description: "The id of the review, of the payout request, of the finding or of the link",
      }),
    }),
    text: z.string().meta({ examples: [appealExample] }),
    createdAt: timestamp,
    decision: z.enum(appealDecisions).nullable(),
    reason: z.string().nullable(),
    decidedAt: timestamp.nullable(),
  })
  .meta({ id: "OwnAppeal" });
export type OwnAppeal = z.infer<typeof ownAppeal>;

/** The appeal against the rejection of a payout request, or until when it can be made. */
export const payoutAppeal = z
  .object({
    appeal: ownAppeal.nullable(),
    appealUntil: timestamp.nullable().meta({
      description: "Until when the rejection can be appealed against; `null` if it cannot",
    }),
  })
  .meta({ id: "PayoutAppeal" });
export type PayoutAppeal = z.infer<typeof payoutAppeal>;

/** A file that a trader has attached to an appeal. */
export const appealAttachment = z
  .object({
    id,
    appealId: id,
    name: z.string().meta({ examples: ["Statement.pdf"] }),
    type: z.enum(attachmentTypes).meta({
      description: "The type of the content, as which the file is served",
      examples: ["application/pdf"],
    }),
    size: z.int().meta({ description: "Bytes", examples: [48_213] }),
    createdAt: timestamp,
  })
  .meta({ id: "AppealAttachment" });
export type AppealAttachment = z.infer<typeof appealAttachment>;

export const attachmentMessages = {
  missingFile: "The file is missing or empty",
  tooLarge: "A file must not be larger than 5 MB",
  wrongType: "Only a PDF, a PNG, JPEG or WebP image, or a statement (HTML, XLSX, CSV) is accepted",
};

const ofDecision = {
  decidedAt: timestamp,
  decidedBy: z.string().nullable(),
};

/** An appeal with what it is against, as it was decided. */
export const appeal = ownAppeal
  .safeExtend({
    decidedBy: z.string().nullable(),
    trader: z.object({
      id,
      fullName: z
        .string()
        .nullable()
        .meta({ examples: ["Olivia Bennett"] }),
      email: z.string(),
    }),
    review: review.nullable().meta({ description: "The appealed review; `null` for others" }),
    payout: payoutRow
      .safeExtend(ofDecision)
      .nullable()
      .meta({ description: "The appealed request as it was rejected; `null` for others" }),
    finding: accountFinding
      .nullable()
      .meta({ description: "The appealed finding as it is now; `null` for others" }),
    link: z
      .object({
        id: id.meta({ description: "The case; the one that it was merged into, if it was" }),
        ...ofDecision,
        reason: z.string().nullable(),
        status: z.enum(linkStatuses),
        withhold: z.boolean(),
        clearedAt: timestamp.nullable().meta({ description: "When an appeal cleared the trader" }),
      })
      .nullable()
      .meta({
        description:
          "The appealed link as it was confirmed, with what has become of the case; `null` for others",
      }),
  })
  .meta({ id: "Appeal" });
export type Appeal = z.infer<typeof appeal>;

/** The same for the administrator who reads it. */
export const adminAppeal = appeal
  .safeExtend({
    refusal: z.string().nullable().meta({
      description:
        "Why the caller cannot decide it, for example because they took the appealed decision; `null` if they can, and once it is decided",
    }),
  })
  .meta({ id: "AdminAppeal" });
export type AdminAppeal = z.infer<typeof adminAppeal>;

const { status } = filterInputs(appealTable.filters);

export const listAppealsInput = unsearchedListQuery({ status });

/** An appeal in the table of all appeals. */
export const listedAppeal = appeal
  .omit({ review: true, payout: true, finding: true, link: true })
  .safeExtend({
    amount: money.nullable().meta({ description: "Of the payout request; `null` for others" }),
    currency: currency.nullable(),
    appealedBy: z.string().nullable().meta({ description: "Who took the appealed decision" }),
  });
export type ListedAppeal = z.infer<typeof listedAppeal>;

export const appealIdInput = z.strictObject({ id: targetId });

export const appealReason = requiredText("Please provide a reason");

export const decideAppealInput = z.strictObject({
  id: targetId,
  decision: z.enum(appealDecisions, { error: "Decision must be grant or deny" }),
  reason: appealReason,
});

/** How long decisions can be appealed against. */
export const appealSettings = z
  .object({
    days: z.int().meta({
      description: "Days after a decision; 0 takes no appeals",
      minimum: 0,
      maximum: 90,
      examples: [14],
    }),
  })
  .meta({ id: "AppealSettings" });
export type AppealSettings = z.infer<typeof appealSettings>;

const daysMessage = { error: "days must be a whole number from 0 to 90" };

const appealDays = z.strictObject({
  days: z.int(daysMessage).min(0, daysMessage).max(90, daysMessage),
});
export const setAppealSettingsInput = appealDays.safeExtend({
  expected: expectedSettings(appealDays),
});

const records = z
  .object({
    deals: z.array(caseDeal),
    operations: z.array(caseOperation),
    snapshots: z.array(caseSnapshot),
  })
  .nullable()
  .meta({
    description:
      "The records within 15 minutes of the breach, at most the 200 nearest, each list in order of time; `null` in the list of reviews and for a pass",
  });

/** A review as its trader sees it, without the names of administrators. */
export const traderReview = z
  .object({
    id,
    stageId: id,
    kind: z.enum(reviewKinds),
    status: z.enum(traderReviewStatuses).meta({
      description: "`granted` if an appeal overturned a confirmed breach",
    }),
    openedAt: timestamp,
    verdict: verdict.meta({
      description:
        "The verdict when the review was opened; the one decided about, if records had moved the breach by then",
    }),
    records,
    decision: z.enum(reviewDecisions).nullable(),
    reason: z.string().nullable(),
    decidedAt: timestamp.nullable(),
    appeal: ownAppeal.nullable(),
    appealUntil: timestamp.nullable().meta({
      description: "Until when the decision can be appealed against; `null` if it cannot",
    }),
  })
  .meta({ id: "TraderReview" });
export type TraderReview = z.infer<typeof traderReview>;

export const listTraderReviewsInput = unsearchedListQuery({});
