import { useState } from "react";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { BulkDialog } from "../../table/bulk/bulk-dialog.tsx";
import type { RowChange } from "../../table/bulk/run-bulk.ts";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { trpc } from "../../trpc.ts";
import { type BulkUserProps, useBulkUsers } from "./use-bulk-users.ts";

/** Adds a tag to many users, or removes it from them. */
export function BulkTagDialog(props: BulkUserProps) {
  const { client } = trpc.useUtils();
  const users = useBulkUsers(props);
  const [change, setChange] = useState<"add" | "remove">("add");
  const [text, setText] = useState("");
  const tag = text.trim().toLowerCase().replaceAll(/\s+/g, " ");

  function leaveOut({ tags }: JudgedTrader): string | undefined {
    if (!tag || tags.includes(tag) === (change === "remove")) return undefined;
    return change === "add" ? "Has the tag already" : "Does not have the tag";
  }

  async function run({ id }: JudgedTrader): Promise<RowChange> {
    await client.admin.tags.change.mutate({ userId: id, [change]: [tag] });
    return { outcome: "done", words: change === "add" ? "Tagged" : "Tag removed" };
  }

  return (
    <BulkDialog
      {...users}
      title="Add or Remove Tag"
      leaveOut={leaveOut}
      run={run}
      missing={tag ? undefined : "Please enter a tag"}
    >
      <Select
        label="Change"
        options={{ add: "Add a tag", remove: "Remove a tag" }}
        value={change}
        onChange={({ target }) => setChange(target.value === "add" ? "add" : "remove")}
      />
      <TextField
        label="Tag"
        value={text}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
    </BulkDialog>
  );
}
