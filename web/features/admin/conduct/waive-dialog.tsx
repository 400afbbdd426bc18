import { useState } from "react";
import { z } from "zod";
import {
  type ListedFinding,
  waiverReason,
} from "../../../../src/business/decisions/conduct/finding.schema.ts";
import { readApiError } from "../../../app/api-client/api-error.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { CommonReasons } from "../../../domain/cases/common-reasons.tsx";
import { trpc } from "../../../trpc.ts";
import { useFinding, useNeighbours, useOpenFinding } from "./use-finding.ts";

const schema = z.object({ reason: waiverReason });

/** What applies most often, in the words that the trader reads. */
const commonReasons = [
  "The platform executed the order late.",
  "The platform was not available, so the position could not be closed.",
  "The event was moved or announced late.",
  "The trades were made before the trader could know of the rule.",
];

interface WaiveProps extends DialogProps {
  subject: ListedFinding;
}

/** Asks for the reason, and waives the finding. */
export const WaiveDialog = withSubject(
  useFinding,
  "finding",
  ({ subject: { id, status, consequence }, ...frame }: WaiveProps) => {
    const [isOvertaken, setOvertaken] = useState(false);
    const { next, previous } = useNeighbours(id);
    const openFinding = useOpenFinding();
    const isLate = isOvertaken || status !== "stands";
    return (
      <MutationDialog
        {...frame}
        title="Waive Finding"
        size="sm"
        schema={schema}
        values={{ reason: "" }}
        mutation={trpc.admin.conduct.waive}
        toInput={({ reason }) => ({ id, reason })}
        submitLabel="Waive Finding"
        pendingLabel="Waiving..."
        isSubmitDisabled={isLate}
        cancelLabel={isLate ? "Close" : "Cancel"}
        saved="Finding waived"
        failed="The finding was not waived"
        onSaved={() => {
          const following = next ?? previous;
          if (following !== undefined) openFinding(following);
        }}
        onFailed={(error) => setOvertaken(readApiError(error).current !== undefined)}
      >
        {(form) => (
          <>
            {status === "stands" ? null : (
              <Notice tone="info" title="This finding no longer stands" />
            )}
            <p>{consequences[consequence]} It stays listed, and cannot be held up again.</p>
            <CommonReasons
              reasons={commonReasons}
              chosen={form.watch("reason")}
              onChoose={(reason) =>
                form.setValue("reason", reason, { shouldDirty: true, shouldValidate: true })
              }
            />
            <TextArea
              label="Reason"
              hint="Required. Shown to the trader and kept in the verdict."
              rows={4}
              {...form.field("reason")}
            />
          </>
        )}
      </MutationDialog>
    );
  },
);

const consequences: Readonly<Record<ListedFinding["consequence"], string>> = {
  note: "It costs nothing as it is.",
  warn: "The warning is taken back.",
  deduct: "What it deducts is payable again.",
  strike: "Its day is no strike any more, unless another finding of the rule is on it.",
  fail: "It no longer ends the evaluation. The review stays open, and can only be dismissed.",
};
