import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { formatCount } from "../../domain/format/figures.ts";
import { Permitted } from "../../app/session/permitted.tsx";
import { type Chosen, type SelectableTable, useChosen } from "./selection.ts";

/** A table with actions for selected rows. */
export interface BulkTable<Row, State> extends SelectableTable<Row, State> {
  total: number;
  exceedsTotal: boolean;
}

/** The properties that the dialogs of all bulk actions have. */
export interface BulkFrame<Row, State> {
  chosen: Chosen<Row, State>;
  isOpen: boolean;
  /** @param hasRun whether the action was started, as opposed to cancelled */
  onClose: (hasRun: boolean) => void;
}

interface BulkActionsProps<Row, State, Kind> extends BulkTable<Row, State> {
  noun: string;
  actions: readonly { kind: Kind; label: string; ability: Ability }[];
  /** Renders the dialog of an action. */
  children: (frame: BulkFrame<Row, State>, kind: Kind) => ReactNode;
}

/** Shown above a table with selected rows: how many there are, and the actions for them. */
export function BulkActions<Row extends { id: number }, State, Kind extends string>(
  props: BulkActionsProps<Row, State, Kind>,
) {
  const { selection, total, exceedsTotal, noun, actions, children } = props;
  const dialog = useDialog<Kind>();
  const { chosen, isAll, chooseAll, clear } = useChosen(props);
  const count = selection.rows.size;
  if (count === 0 && !dialog.isOpen) return null;

  function close(hasRun: boolean) {
    dialog.close();
    // A cancelled action keeps the selection, which may span several pages.
    if (hasRun) clear();
  }

  const all = `${formatCount(total)}${exceedsTotal ? "+" : ""}`;
  return (
    <>
      <Box role="group" aria-label="Selection" sx={bar}>
        <Typography
          variant="subtitle2"
          component="p"
          aria-live="polite"
          sx={{ fontVariantNumeric: "tabular-nums" }}
        >
          {isAll ? `All ${all} matching ${noun} selected` : `${formatCount(count)} selected`}
        </Typography>
        {isAll || (!exceedsTotal && count >= total) ? null : (
          <Button look="plain" size="small" onClick={chooseAll}>
            Select all {all} that match
          </Button>
        )}
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, ml: { md: "auto" } }}>
          {actions.map(({ kind, label, ability }) => (
            <Permitted key={kind} to={ability}>
              <Button size="small" onClick={() => dialog.open(kind)}>
                {label}
              </Button>
            </Permitted>
          ))}
          <Button look="plain" size="small" onClick={clear}>
            Clear
          </Button>
        </Box>
      </Box>
      <Opened dialog={dialog}>
        {({ isOpen }, kind) => children({ chosen, isOpen, onClose: close }, kind)}
      </Opened>
    </>
  );
}

const bar = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "0.5rem 0.75rem",
  px: 2.5,
  py: 1,
  borderBottom: "1px solid var(--line)",
  background: "color-mix(in srgb, var(--accent) 7%, var(--panel))",
};
