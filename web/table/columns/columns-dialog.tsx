import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import Typography from "@mui/material/Typography";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useId, useState, type FormEvent } from "react";
import { Button } from "../../components/button/button.tsx";
import { IconButton } from "../../components/button/icon-button.tsx";
import { DialogFrame } from "../../components/dialog/dialog-frame.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { keepWidths } from "../state/preferences.ts";
import { chooseColumns, type ColumnChoice } from "./column-search.ts";

interface ColumnsDialogProps extends ColumnChoice {
  isOpen: boolean;
  onClose: () => void;
}

/** Chooses the columns of a table and their order. */
export function ColumnsDialog(props: ColumnsDialogProps) {
  const { list, labels, defaults, isExported, isOpen, onClose, onChange } = props;
  const titleId = useId();
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set(props.shown));
  const [order, setOrder] = useState(() => inOrder(labels, props.shown));
  const [moved, setMoved] = useState("");
  const [resetsWidths, setResetsWidths] = useState(false);

  function toggle(name: string) {
    const others = [...shown].filter((one) => one !== name);
    setShown(new Set(shown.has(name) ? others : [...others, name]));
  }

  function move(from: number, by: -1 | 1) {
    const next = order.toSpliced(from, 1).toSpliced(from + by, 0, order[from]!);
    setOrder(next);
    setMoved(`${labels[order[from]!]} is now column ${from + by + 1} of ${next.length}`);
  }

  function apply(event: FormEvent) {
    event.preventDefault();
    const chosen = order.filter((name) => shown.has(name));
    onChange(chooseColumns(chosen, defaults));
    if (resetsWidths) keepWidths(list, {});
    onClose();
  }

  function reset() {
    setShown(new Set(defaults));
    setOrder(inOrder(labels, defaults));
    setResetsWidths(true);
    setMoved("The default columns and widths are chosen");
  }

  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={onClose}>
      <form noValidate onSubmit={apply}>
        <DialogTitle id={titleId}>Columns</DialogTitle>
        <DialogContent>
          <Typography sx={{ "@media (width >= 1024px)": { display: "none" } }}>
            {isExported
              ? "On this screen, your choice applies only to exports."
              : "Your choice applies on wider screens only."}
          </Typography>
          <List component="ol" aria-label="Columns in order" disablePadding>
            {order.map((name, index) => (
              <ListItem
                key={name}
                disableGutters
                disablePadding
                divider
                sx={{ gap: 0.5, py: 0.25 }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Checkbox
                    label={labels[name]}
                    checked={shown.has(name)}
                    onChange={() => toggle(name)}
                  />
                </Box>
                <Box component="span" sx={{ rotate: "180deg" }}>
                  <IconButton
                    icon="chevronDown"
                    label={`Move ${labels[name]} up`}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  />
                </Box>
                <IconButton
                  icon="chevronDown"
                  label={`Move ${labels[name]} down`}
                  disabled={index === order.length - 1}
                  onClick={() => move(index, 1)}
                />
              </ListItem>
            ))}
          </List>
          <Typography role="status" variant="body2" sx={{ minHeight: "1.25rem" }}>
            {shown.size === 0 ? "Choose at least one column." : moved}
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button look="plain" onClick={reset}>
            Reset
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={shown.size === 0}>
            Apply
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

/** Lists the columns that are shown first, then the others. */
function inOrder(labels: Readonly<Record<string, string>>, shown: readonly string[]): string[] {
  return [...shown, ...Object.keys(labels).filter((name) => !shown.includes(name))];
}
