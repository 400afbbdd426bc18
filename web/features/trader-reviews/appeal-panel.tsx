import { useState } from "react";
import type { TraderReview } from "../../../src/business/judgement/appeals/appeal.schema.ts";
import { showApiError } from "../../app/api-client/show-api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { Form } from "../../components/forms/form.tsx";
import layout from "../../components/forms/form.module.css";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { formatExactMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import styles from "./trader-reviews.module.css";

/** The appeal against a confirmed breach: its form until it can no longer be made, and its answer. */
export function AppealPanel({ review }: { review: TraderReview }) {
  const { appeal, appealUntil } = review;
  const [now] = useState(() => new Date());
  if (appeal) return <Answer appeal={appeal} />;
  if (appealUntil === null) return null;
  if (appealUntil < now) {
    return (
      <Panel title="Appeal">
        <p>This decision could be appealed against until {formatExactMoment(appealUntil)}.</p>
      </Panel>
    );
  }
  return <AppealForm id={review.id} until={appealUntil} />;
}

const loadSchema = () =>
  import("../../../src/business/judgement/appeals/appeal.schema.ts").then(
    ({ appealForm }) => appealForm,
  );

function AppealForm({ id, until }: { id: number; until: Date }) {
  const form = useSchemaForm(loadSchema, { text: "" });
  const utils = trpc.useUtils();
  const appeal = trpc.trader.reviews.appeal.useMutation({
    onSuccess: () => {
      showSuccess("Appeal sent", "You receive an answer as a notice and by email.");
      return utils.trader.reviews.invalidate();
    },
    onError: (error) => {
      form.showErrors(error);
      showApiError("The appeal was not sent", error);
    },
  });
  return (
    <Panel title="Appeal" subtitle={`Possible once, until ${formatExactMoment(until)}`}>
      <Form form={form} onSubmit={({ text }) => appeal.mutateAsync({ id, text })}>
        <TextArea
          label="Why the decision is wrong"
          hint="The time and the ticket help, and what your own platform shows. 20 to 5,000 characters."
          rows={6}
          {...form.field("text")}
        />
        <div className={layout.actions}>
          <Button
            type="submit"
            look="primary"
            isPending={appeal.isPending}
            pendingLabel="Sending..."
          >
            Send Appeal
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

function Answer({ appeal }: { appeal: NonNullable<TraderReview["appeal"]> }) {
  const { text, createdAt, decision, reason, decidedAt } = appeal;
  return (
    <Panel title="Your Appeal">
      <Facts>
        <Fact name="Sent">{formatExactMoment(createdAt)}</Fact>
        <Fact name="Text">
          <span className={styles.text}>{text}</span>
        </Fact>
        <Fact name="Answer">
          {decision === null
            ? "The firm has not decided yet."
            : decision === "grant"
              ? "Granted"
              : "Denied"}
        </Fact>
        {decidedAt ? (
          <>
            <Fact name="Decided">{formatExactMoment(decidedAt)}</Fact>
            <Fact name="Reason">
              <span className={styles.text}>{reason}</span>
            </Fact>
          </>
        ) : null}
      </Facts>
    </Panel>
  );
}
