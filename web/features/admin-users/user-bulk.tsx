import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { Selection } from "../../bulk/selection.ts";
import { SelectionBar } from "../../bulk/selection-bar.tsx";
import { useChosen } from "../../bulk/use-chosen.ts";
import { Permitted } from "../../session/permitted.tsx";
import type { BulkUserAction } from "./bulk-user-dialog.tsx";
import type { UserTableState } from "./use-user-page.ts";

const BulkUserDialog = lazyComponent(() =>
  import("./bulk-user-dialog.tsx").then((m) => m.BulkUserDialog),
);

const actions = [
  { kind: "status", label: "Set Status", ability: "traders.write" },
  { kind: "payouts", label: "Payouts On or Off", ability: "traders.write" },
  { kind: "tag", label: "Tag", ability: "tags.write" },
] as const;

interface UserBulkProps {
  selection: Selection<JudgedTrader>;
  state: UserTableState;
  total: number;
  exceedsTotal: boolean;
}

/** Shows the actions for the selected users. */
export function UserBulk({ selection, state, total, exceedsTotal }: UserBulkProps) {
  const dialog = useDialog<BulkUserAction>();
  const { chosen, isAll, chooseAll, clear } = useChosen(selection, state, matchOf);
  if (selection.rows.size === 0 && !dialog.isOpen) return null;
  return (
    <>
      <SelectionBar
        noun="users"
        count={selection.rows.size}
        total={total}
        exceedsTotal={exceedsTotal}
        isAll={isAll}
        onSelectAll={chooseAll}
        onClear={clear}
      >
        {actions.map(({ kind, label, ability }) => (
          <Permitted key={kind} to={ability}>
            <Button size="small" onClick={() => dialog.open(kind)}>
              {label}
            </Button>
          </Permitted>
        ))}
      </SelectionBar>
      {dialog.subject ? (
        <BulkUserDialog
          key={dialog.key}
          action={dialog.subject}
          chosen={chosen}
          isOpen={dialog.isOpen}
          onClose={(hasRun) => {
            dialog.close();
            // A cancelled action keeps the selection, which may span several pages.
            if (hasRun) clear();
          }}
        />
      ) : null}
    </>
  );
}

const matchOf = ({ search, status, verdict, filters, sort }: UserTableState) =>
  JSON.stringify([search, status, verdict, filters, sort === "roomToday"]);
