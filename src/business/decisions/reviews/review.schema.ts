import { z } from "zod";
import { id, idFilter, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { requiredText } from "../../../platform/fields/text.schema.ts";
import {
  scrollPageOf,
  scrollQuery,
  unsearchedListQuery,
} from "../../../platform/lists/list.schema.ts";
import { accountInput } from "../../traders/accounts/account.schema.ts";
import { stage, startStageInput } from "../../record/stages/stage.schema.ts";
import { verdict } from "../../rulebook/engine/verdict.schema.ts";
import { reviewDecisions, reviewKinds } from "../../record/verdicts/review-subject.rule.ts";

/** A breach or a pass that a person confirms or dismisses. */
export const review = z
  .object({
    id,
    userId: id,
    stageId: id,
    kind: z.enum(reviewKinds),
    verdict: verdict.meta({
      description:
        "The verdict when the review was opened; the one decided about, if records had moved the breach by then. The current one may differ",
    }),
    current: z
      .object({
        sha256: z.string().meta({
          description:
            "The SHA-256 of what is decided about: outcome, end of the evaluation, status and breach of each rule",
        }),
        verdict,
      })
      .nullable()
      .meta({ description: "The verdict as of now; `null` once the review is decided" }),
    createdAt: timestamp,
    decision: z.enum(reviewDecisions).nullable(),
    reason: z.string().nullable(),
    decidedAt: timestamp.nullable(),
    decidedBy: z.string().nullable(),
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof review>;

/** A review with its trader and stage, as the queue shows it. */
export const queuedReview = review.safeExtend({
  trader: z.object({
    fullName: z
      .string()
      .nullable()
      .meta({ examples: ["Olivia Bennett"] }),
    email: z.string(),
  }),
  stage: stage.pick({
    phase: true,
    currency: true,
    initialBalance: true,
    programme: true,
    endedAt: true,
    waivers: true,
  }),
});
export type QueuedReview = z.infer<typeof queuedReview>;

export const listReviewsInput = unsearchedListQuery({
  status: z
    .enum(["open", "decided"], { error: "status must be open or decided" })
    .optional()
    .meta({ description: "All reviews if absent" }),
  userId: idFilter("userId"),
});

export const reviewPageInput = scrollQuery({ status: z.enum(["open", "decided"]) });
export const reviewPage = scrollPageOf(queuedReview);
export const reviewIdInput = z.strictObject({ id: targetId });

const { phase, initialBalance, rulesVersionId, currency } = startStageInput.shape;
const { login, server, masterPassword } = accountInput.shape;

/** The stage that follows a pass; credentials that are left out stay as they are. */
export const nextStageInput = z.strictObject({
  phase,
  initialBalance,
  rulesVersionId,
  currency: currency.meta({ description: "By default, that of the passed stage" }),
  login,
  server,
  masterPassword,
});

export const reviewReason = requiredText("Please provide a reason");

export const decideReviewInput = z
  .strictObject({
    id: targetId,
    decision: z.enum(reviewDecisions, { error: "Decision must be confirm or dismiss" }),
    reason: reviewReason,
    expectedVerdict: z
      .string({ error: "expectedVerdict must be a string" })
      .regex(/^[0-9a-f]{64}$/, { error: "expectedVerdict must be a SHA-256 in lower-case hex" })
      .optional()
      .meta({
        description: "Refuses the decision with 409 if `current.sha256` is no longer this",
      }),
    nextStage: nextStageInput.optional().meta({
      description: "Starts the next stage when a pass is confirmed",
    }),
    nextStep: z
      .boolean({ error: "nextStep must be true or false" })
      .optional()
      .meta({
        description:
          "Starts the next step of the stage's programme when a pass is confirmed, with the same size, the step's phase, rules and payouts, and the given credentials",
        examples: [true],
      }),
    login,
    server,
    masterPassword,
  })
  .superRefine(({ decision, nextStage, nextStep = false, ...input }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (decision !== "confirm") {
      const message = "Only a confirmation can start the next stage";
      if (nextStage) refuse("nextStage", message);
      if (nextStep) refuse("nextStep", message);
    }
    if (nextStage && nextStep) refuse("nextStep", "Send either nextStage or nextStep");
    if (nextStep) return;
    for (const field of ["login", "server", "masterPassword"] as const) {
      if (input[field] !== undefined) refuse(field, `${field} needs nextStep`);
    }
  });
