import FormLabel from "@mui/material/FormLabel";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type {
  QueuedReview,
  Review,
} from "../../../../src/business/decisions/reviews/review.schema.ts";
import type { RuleSet } from "../../../../src/business/rulebook/rules/rule-set.schema.ts";
import type { ReviewDecision } from "../../../../src/business/record/verdicts/review-subject.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { readApiError } from "../../../app/api-client/api-error.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { FormDialog } from "../../../components/dialog/form-dialog.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { Select } from "../../../components/field/select.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { FormFields } from "../../../components/forms/form-layout.tsx";
import { type SchemaForm, useSchemaForm } from "../../../components/forms/use-schema-form.ts";
import { CommonReasons } from "../../../domain/cases/common-reasons.tsx";
import { PersonName } from "../../../domain/format/texts.tsx";
import { namedVersions, useRuleSets, versionName } from "../../../domain/rules/rule-versions.tsx";
import { CredentialFields } from "../../../domain/stages/credential-fields.tsx";
import { trpc } from "../../../trpc.ts";
import {
  NO_RULES,
  reviewForm,
  type ReviewFormInput,
  type ReviewFormOutput,
} from "./review-form-schema.ts";
import { commonReasons, decisionWords, reviewStatus, reviewSubjects } from "./review-words.ts";
import { useContradictions, useNeighbours, useOpenReview, useReview } from "./use-reviews.ts";

function initialValues({ kind, stage }: QueuedReview, decision: ReviewDecision): ReviewFormInput {
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

interface OpenReviewProps extends DialogProps {
  /** The id of the review that is open next to the queue. */
  review: number | undefined;
  onIssueCertificate: (review: QueuedReview) => void;
}

export function ConfirmReviewDialog({ review, ...props }: OpenReviewProps) {
  if (review === undefined) return <NothingOpen {...props} />;
  return <SubjectDialog {...props} id={review} decision="confirm" />;
}

export function DismissReviewDialog({ review, ...props }: OpenReviewProps) {
  if (review === undefined) return <NothingOpen {...props} />;
  return <SubjectDialog {...props} id={review} decision="dismiss" />;
}

/** Leaves the address of a dialog without a review. */
function NothingOpen({ isOpen, onClose }: DialogProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isOpen) close();
  }, [isOpen]);
  return null;
}

interface DecideReviewProps extends DialogProps {
  subject: QueuedReview;
  decision: ReviewDecision;
  onIssueCertificate: (review: QueuedReview) => void;
}

const SubjectDialog = withSubject(useReview, "review", DecideReview);

/** Confirms or dismisses a review; confirming a pass can also start the next stage in the same step. */
function DecideReview(props: DecideReviewProps) {
  const { subject: live, decision, isOpen, onClose, onIssueCertificate } = props;
  // What the person decides on: the review as it was when the dialog opened.
  const [review] = useState(live);
  const words = decisionWords[review.kind][decision];
  const isPassed = review.kind === "pass" && decision === "confirm";
  const contradictions = useContradictions(review);
  const overridden = isPassed ? (contradictions ?? []) : [];
  const [values] = useState(() => initialValues(review, decision));
  const [refused, setRefused] = useState<Review>();
  const overtaken = [refused, live].find((present) => present && isOvertaken(review, present));
  const form = useSchemaForm<ReviewFormInput, ReviewFormOutput>(reviewForm, values);
  const { succeeded, failed } = useAdminOutcome();
  const { next, oldest } = useNeighbours(review.id);
  const following = next ?? oldest;
  const openReview = useOpenReview();
  const decide = trpc.admin.reviews.decide.useMutation({
    onError: (error) => {
      setRefused(readApiError(error).current as Review | undefined);
      form.showErrors(error);
      failed(words.failed, error);
    },
  });

  async function submit({ isCertificateNext, ...input }: ReviewFormOutput) {
    await decide.mutateAsync({
      id: review.id,
      decision,
      ...(review.current && { expectedVerdict: review.current.sha256 }),
      ...input,
    });
    onClose();
    if (isCertificateNext) onIssueCertificate(review);
    // The certificate of a pass is issued from its review.
    else if (following !== undefined && !isPassed) openReview(following);
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
      submitLook={isPassed && contradictions?.length !== 0 ? "secondary" : words.look}
      isSubmitDisabled={overtaken !== undefined}
      cancelLabel={overtaken ? "Close" : "Cancel"}
    >
      {overtaken ? <OvertakenNotice review={overtaken} /> : null}
      <div>
        <strong>
          <PersonName of={review.trader} />
        </strong>
        {reviewSubjects(review).map((subject) => (
          <p key={subject}>{subject}</p>
        ))}
      </div>
      <p>{words.consequence}</p>
      {overridden.length > 0 ? (
        <Notice tone="danger" title="Confirming overrides">
          <ul>
            {overridden.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <CommonReasons
        reasons={commonReasons[review.kind][decision]}
        chosen={form.watch("reason")}
        onChoose={(reason) =>
          form.setValue("reason", reason, { shouldDirty: true, shouldValidate: true })
        }
      />
      <TextArea
        label="Reason"
        hint="Required. Shown to the trader and kept in the history."
        rows={3}
        {...form.field("reason")}
      />
      {isPassed ? <NextStageFields form={form} stage={review.stage} /> : null}
    </FormDialog>
  );
}

/** Whether the review has been decided, or its verdict is another one than when the dialog opened. */
function isOvertaken(opened: Review, present: Review): boolean {
  return present.decision !== null || present.current?.sha256 !== opened.current?.sha256;
}

/** Shows the decision of another administrator who decided first, or that the verdict has changed. */
function OvertakenNotice({ review }: { review: Review }) {
  if (review.decision === null) {
    return (
      <Notice tone="info" title="The verdict has changed since the dialog was opened">
        <p>Close the dialog and look at the case again.</p>
      </Notice>
    );
  }
  const { word } = reviewStatus(review);
  return (
    <Notice tone="info" title={`Already decided: ${word}`}>
      <p>
        By {review.decidedBy}: {review.reason}
      </p>
    </Notice>
  );
}

type PassedStage = QueuedReview["stage"];

interface NextStageFieldsProps {
  form: SchemaForm<ReviewFormInput, ReviewFormOutput>;
  stage: PassedStage;
}

interface GroupProps {
  title: string;
  children: ReactNode;
}

function Group({ title, children }: GroupProps) {
  return (
    <fieldset>
      <FormLabel component="legend" sx={{ padding: 0, marginBlockEnd: 1.25 }}>
        {title}
      </FormLabel>
      {children}
    </fieldset>
  );
}

/** Returns the number of the step that follows a stage in its programme; `undefined` if there is none. */
function nextStepOf({ programme }: PassedStage): number | undefined {
  return programme && programme.step < programme.steps ? programme.step + 1 : undefined;
}

/** The fields for the steps that follow a pass: the next stage with new credentials, and the certificate. */
function NextStageFields({ form, stage }: NextStageFieldsProps) {
  const ruleSets = useRuleSets();
  const sentence = useStepSentence(stage, ruleSets.data ?? []);
  const startsStep = form.watch("startsStep");
  const startsStage = !startsStep && form.watch("startsStage");
  return (
    <>
      {sentence === undefined ? null : (
        <Checkbox
          label={sentence}
          hint="Together with the confirmation."
          {...form.field("startsStep")}
        />
      )}
      {startsStep ? null : (
        <Checkbox
          label={sentence === undefined ? "Start the next stage" : "Start another stage"}
          hint="Together with the confirmation."
          {...form.field("startsStage")}
        />
      )}
      {startsStage ? (
        <Group title="Next stage">
          <FormFields isWide>
            <TextField
              label="Phase"
              placeholder="Phase 2, Funded"
              autoComplete="off"
              {...form.field("phase")}
            />
            <TextField label="Initial Balance" {...form.amountField("initialBalance")} />
            <TextField label="Currency" autoComplete="off" {...form.field("currency")} />
            <Select
              label="Rules"
              placeholder={ruleSets.isPending ? "Loading..." : "Choose the rules"}
              options={{ ...versionOptions(ruleSets.data ?? []), [NO_RULES]: "No rules" }}
              {...form.field("rulesVersionId")}
            />
          </FormFields>
        </Group>
      ) : null}
      {startsStep || startsStage ? (
        <Group title="New credentials">
          <FormFields isWide>
            <CredentialFields form={form} />
          </FormFields>
        </Group>
      ) : null}
      <Checkbox label="Issue a certificate afterwards" {...form.field("isCertificateNext")} />
    </>
  );
}

/** The keys are not numeric, so the object preserves the order of sets and versions. */
function versionOptions(sets: readonly RuleSet[]): Record<string, string> {
  return Object.fromEntries(
    Array.from(namedVersions(sets), ([id, version]) => [`#${id}`, versionName(version)]),
  );
}

/** Returns a sentence such as `Start Phase 2 with $100,000.00 under FTMO Verification, version 1`. */
function useStepSentence(stage: PassedStage, sets: readonly RuleSet[]): string | undefined {
  const { programme, initialBalance, currency } = stage;
  const number = nextStepOf(stage);
  const { data } = trpc.admin.programmes.get.useQuery(
    { id: programme?.id ?? 0 },
    { enabled: number !== undefined, staleTime: staleTimes.adminPages },
  );
  if (!programme || number === undefined) return undefined;
  const version = data?.versions.find(({ id }) => id === programme.versionId);
  const step = version?.steps[number - 1];
  const rules = step && namedVersions(sets).get(step.rulesVersionId);
  if (!step || !rules) return `Start step ${number} of ${programme.name}`;
  return `Start ${step.phase} with ${formatMoney(initialBalance, currency)} under ${versionName(rules)}`;
}
