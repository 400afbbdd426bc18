import { z } from "zod";
import {
  nextStageInput,
  reviewReason,
} from "../../../../src/business/decisions/reviews/review.schema.ts";
import { missingRulesMessage } from "../../../../src/business/record/stages/stage.schema.ts";

const typed = z.string();

/** Chosen explicitly, so that no stage starts without rules by oversight. */
export const NO_RULES = "none";

/** Blank credentials stay as they are. */
const unlessBlank = (text: string) => (text.trim() === "" ? undefined : text);

/**
 * The form for confirming or dismissing. The fields of the next stage only apply if it is started. A step of a programme
 * needs only credentials.
 */
export const reviewForm = z
  .object({
    reason: reviewReason,
    startsStep: z.boolean(),
    startsStage: z.boolean(),
    phase: typed,
    initialBalance: typed,
    currency: typed,
    /** Such as `#12`; empty until it is chosen. */
    rulesVersionId: typed,
    login: typed,
    server: typed,
    masterPassword: typed,
    isCertificateNext: z.boolean(),
  })
  .transform(({ reason, startsStep, startsStage, isCertificateNext, ...stage }, context) => {
    const rest = { reason, isCertificateNext };
    const credentials = {
      login: unlessBlank(stage.login),
      server: unlessBlank(stage.server),
      masterPassword: unlessBlank(stage.masterPassword),
    };
    if (startsStep) return { ...rest, nextStep: true, ...credentials };
    if (!startsStage) return rest;
    const isChosen = stage.rulesVersionId !== "";
    if (!isChosen) {
      const path = ["rulesVersionId"];
      context.addIssue({ code: "custom", path, message: missingRulesMessage });
    }
    const hasRules = isChosen && stage.rulesVersionId !== NO_RULES;
    const next = nextStageInput.safeParse({
      phase: stage.phase,
      initialBalance: stage.initialBalance,
      currency: stage.currency,
      rulesVersionId: hasRules ? Number(stage.rulesVersionId.slice(1)) : null,
      ...credentials,
    });
    if (next.success && !isChosen) return z.NEVER;
    if (next.success) return { ...rest, nextStage: next.data };
    for (const { path, message } of next.error.issues) {
      context.addIssue({ code: "custom", path, message });
    }
    return z.NEVER;
  });

export type ReviewFormInput = z.input<typeof reviewForm>;
export type ReviewFormOutput = z.output<typeof reviewForm>;
