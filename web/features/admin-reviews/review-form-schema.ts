import { z } from "zod";
import {
  nextStageInput,
  reviewReason,
} from "../../../src/business/judgement/reviews/review.schema.ts";

const typed = z.string();

/** The form for confirming or dismissing. The fields of the next stage only apply if it is started. */
export const reviewForm = z
  .object({
    reason: reviewReason,
    startsStage: z.boolean(),
    phase: typed,
    initialBalance: typed,
    currency: typed,
    /** Such as `#12`; empty for none. */
    rulesVersionId: typed,
    login: typed,
    server: typed,
    masterPassword: typed,
    isCertificateNext: z.boolean(),
  })
  .transform(({ reason, startsStage, isCertificateNext, ...stage }, context) => {
    const rest = { reason, isCertificateNext };
    if (!startsStage) return { ...rest, nextStage: undefined };
    const next = nextStageInput.safeParse({
      phase: stage.phase,
      initialBalance: stage.initialBalance,
      currency: stage.currency,
      rulesVersionId: stage.rulesVersionId === "" ? null : Number(stage.rulesVersionId.slice(1)),
      // Blank credentials stay as they are.
      login: stage.login.trim() === "" ? undefined : stage.login,
      server: stage.server.trim() === "" ? undefined : stage.server,
      masterPassword: stage.masterPassword.trim() === "" ? undefined : stage.masterPassword,
    });
    if (next.success) return { ...rest, nextStage: next.data };
    for (const { path, message } of next.error.issues) {
      context.addIssue({ code: "custom", path, message });
    }
    return z.NEVER;
  });

export type ReviewFormInput = z.input<typeof reviewForm>;
export type ReviewFormOutput = z.output<typeof reviewForm>;
