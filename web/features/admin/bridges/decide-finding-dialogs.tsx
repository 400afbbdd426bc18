import Typography from "@mui/material/Typography";
import {
  describeFound,
  type FindingDecision,
} from "../../../../src/business/record/feed/findings/finding.rule.ts";
import { findingDecisionForm } from "../../../../src/business/record/feed/findings/finding.schema.ts";
import type { AboutProps } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { trpc } from "../../../trpc.ts";
import { useOpenFindings } from "./use-findings.ts";

const texts = {
  accept: {
    title: "Accept What the Platform Shows",
    pending: "Accepting...",
    done: "Accepted as the platform shows it",
    consequence:
      "From now on the record is as the platform shows it, the verdict is computed again, and the trader is notified of both with the reason. What a statement holds as well stays.",
  },
  keep: {
    title: "Keep the Record",
    pending: "Keeping...",
    done: "The record was kept",
    consequence: "The record stays as it is, and this content is not reported again.",
  },
};

export function AcceptFindingDialog(props: AboutProps) {
  return <DecideFindingDialog {...props} decision="accept" />;
}

export function KeepRecordDialog(props: AboutProps) {
  return <DecideFindingDialog {...props} decision="keep" />;
}

function DecideFindingDialog({
  id,
  decision,
  ...frame
}: AboutProps & { decision: FindingDecision }) {
  const { title, pending, done, consequence } = texts[decision];
  const { data } = useOpenFindings();
  const finding = data?.find((each) => each.id === id);
  return (
    <MutationDialog
      {...frame}
      title={title}
      size="sm"
      schema={findingDecisionForm}
      values={{ reason: "" }}
      mutation={trpc.admin.bridges.decide}
      toInput={({ reason }) => ({ id, decision, reason })}
      submitLabel={title}
      pendingLabel={pending}
      isSubmitDisabled={data !== undefined && !finding}
      ability="records.write"
      saved={done}
      failed="The finding was not decided"
    >
      {(form) => (
        <>
          {data !== undefined && !finding ? (
            <Notice tone="warning" title="This finding is no longer open" />
          ) : null}
          {finding ? (
            <Typography component="div" variant="body2">
              <p>Recorded: {describeFound(finding.recorded)}</p>
              <p>
                The platform shows:{" "}
                {finding.platform ? describeFound(finding.platform) : "nothing with this ticket"}
              </p>
            </Typography>
          ) : null}
          <p>{consequence}</p>
          <TextArea
            label="Reason"
            hint={
              decision === "accept"
                ? "Required. Sent to the trader and kept in the history."
                : "Required. Kept in the history."
            }
            rows={4}
            autoFocus
            {...form.field("reason")}
          />
        </>
      )}
    </MutationDialog>
  );
}
