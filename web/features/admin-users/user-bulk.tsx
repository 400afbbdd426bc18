import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { BulkActions, type BulkTable } from "../../table/bulk/bulk-actions.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { UserTableState } from "./use-user-page.ts";

const BulkUserDialog = lazyComponent(() =>
  import("./bulk-user-dialog.tsx").then((m) => m.BulkUserDialog),
);

const actions = [
  { kind: "status", label: "Set Status", ability: "traders.write" },
  { kind: "payouts", label: "Payouts On or Off", ability: "traders.write" },
  { kind: "tag", label: "Tag", ability: "tags.write" },
] as const;

/** Shows the actions for the selected users. */
export function UserBulk(table: BulkTable<JudgedTrader, UserTableState>) {
  return (
    <BulkActions {...table} noun="users" matchOf={matchOf} actions={actions}>
      {(frame, action) => <BulkUserDialog {...frame} action={action} />}
    </BulkActions>
  );
}

const matchOf = ({ search, status, verdict, filters, sort }: UserTableState) =>
  JSON.stringify([search, status, verdict, filters, sort === "roomToday"]);
