import { useState } from "react";
import type {
  QueuedReview,
  Review,
} from "../../../src/business/judgement/reviews/review.schema.ts";
import { readApiError } from "../../app/api-client/api-error.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { trpc } from "../../trpc.ts";
import { decisionWords } from "./decision-words.ts";
import { NextStageFields, nextStepOf } from "./next-stage-fields.tsx";
import { reviewForm, type ReviewFormInput, type ReviewFormOutput } from "./review-form-schema.ts";
import { reviewStatus, reviewSubjects } from "./review-words.ts";
import type { Deciding } from "./use-review-dialogs.ts";

function initialValues({ review: { kind, stage }, decision }: Deciding): ReviewFormInput {
  const isPassed = kind === "pass" && decision === "confirm";
  return {
    reason: "",
    startsStep: isPassed && nextStepOf(stage) !== undefined,
    startsStage: isPassed && nextStepOf(stage) === undefined,
    phase: "",
    initialBalance: stage.initialBalance,
    currency: stage.currency,
    rulesVersionId: "",
    login: "",
    server: "",
    masterPassword: "",
    isCertificateNext: false,
  };
}

interface DecideReviewDialogProps {
  deciding: Deciding;
  isOpen: boolean;
  onClose: () => void;
  onIssueCertificate: (review: QueuedReview) => void;
}

/** Confirms or dismisses a review; confirming a pass can also start the next stage in the same step. */
export function DecideReviewDialog(props: DecideReviewDialogProps) {
  const { deciding, isOpen, onClose, onIssueCertificate } = props;
  const { review, decision } = deciding;
  const words = decisionWords[review.kind][decision];
  const [values] = useState(() => initialValues(deciding));
  const [overtaken, setOvertaken] = useState<Review>();
  const form = useSchemaForm<ReviewFormInput, ReviewFormOutput>(reviewForm, values);
  const { succeeded, failed } = useAdminOutcome();
  const decide = trpc.admin.reviews.decide.useMutation({
    onError: (error) => {
      setOvertaken(readApiError(error).current as Review | undefined);
      form.showErrors(error);
      failed(words.failed, error);
    },
  });

  async function submit({ isCertificateNext, ...input }: ReviewFormOutput) {
    await decide.mutateAsync({ id: review.id, decision, ...input });
    onClose();
    if (isCertificateNext) onIssueCertificate(review);
    await succeeded(
      "nextStage" in input || "nextStep" in input
        ? "Pass confirmed, next stage started"
        : words.done,
    );
  }

  return (
    <FormDialog
      title={words.title}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={submit}
      submitLabel={words.verb}
      pendingLabel={words.pending}
      submitLook={words.look}
      isSubmitDisabled={overtaken !== undefined}
      cancelLabel={overtaken ? "Close" : "Cancel"}
    >
      {overtaken ? <OvertakenNotice review={overtaken} /> : null}
      <div>
        <strong>{displayName(review.trader)}</strong>
        {reviewSubjects(review).map((subject) => (
          <p key={subject}>{subject}</p>
        ))}
      </div>
      <p>{words.consequence}</p>
      <TextArea
        label="Reason"
        hint="Required. Shown to the trader and kept in the history."
        rows={3}
        autoFocus
        {...form.field("reason")}
      />
      {review.kind === "pass" && decision === "confirm" ? (
        <NextStageFields form={form} stage={review.stage} />
      ) : null}
    </FormDialog>
  );
}

/** Shows the decision of another administrator who decided first. */
function OvertakenNotice({ review }: { review: Review }) {
  const { word } = reviewStatus(review);
  return (
    <Notice tone="info" title={`Already decided: ${word}`}>
      <p>
        By {review.decidedBy}: {review.reason}
      </p>
    </Notice>
  );
}
