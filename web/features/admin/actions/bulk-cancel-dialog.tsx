import { useState } from "react";
import { stepRefusal } from "../../../../src/business/record/actions/action.rule.ts";
import type { ListedAction } from "../../../../src/business/record/actions/action.schema.ts";
import type { actionTable } from "../../../../src/business/record/actions/action.table.ts";
import { TextArea } from "../../../components/field/text-area.tsx";
import { nameAction } from "../../../domain/actions/action-words.ts";
import { displayName } from "../../../domain/format/texts.tsx";
import type { BulkFrame } from "../../../table/bulk/bulk-actions.tsx";
import { BulkDialog } from "../../../table/bulk/bulk-dialog.tsx";
import { isRows } from "../../../table/bulk/selection.ts";
import type { TableQuery } from "../../../table/screen/table-address.ts";
import { trpc } from "../../../trpc.ts";

/** Cancels actions that no bridge has received. */
export function BulkCancelDialog(props: BulkFrame<ListedAction, TableQuery<typeof actionTable>>) {
  const { chosen, isOpen, onClose } = props;
  const { client } = trpc.useUtils();
  const [reason, setReason] = useState("");
  const source = isRows(chosen)
    ? chosen
    : (page: number, pageSize: number) =>
        client.admin.actions.page.query({ ...chosen, page, pageSize, sort: "id", order: "asc" });
  return (
    <BulkDialog
      title="Cancel Actions"
      verb="Cancel"
      noun="action"
      done="cancelled"
      look="danger"
      source={source}
      isOpen={isOpen}
      onClose={onClose}
      nameOf={(action) =>
        `#${action.id} ${nameAction(action, action.currency)}, ${displayName(action.trader)}`
      }
      leaveOut={(action) => stepRefusal("cancel", action, new Date())}
      run={async ({ id }) => {
        await client.admin.actions.cancel.mutate({ id, reason: reason.trim() });
        return { outcome: "done", words: "Cancelled" };
      }}
      missing={reason.trim() === "" ? "Please provide a reason" : undefined}
    >
      <TextArea
        label="Reason"
        rows={3}
        hint="For the audit log. Traders do not see it."
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </BulkDialog>
  );
}
