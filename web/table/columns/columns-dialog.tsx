import { useId, useState, type FormEvent } from "react";
import { Button } from "../../components/button/button.tsx";
import { IconButton } from "../../components/button/icon-button.tsx";
import { DialogFrame } from "../../components/dialog/dialog-frame.tsx";
import dialogStyles from "../../components/dialog/dialog.module.css";
import { Checkbox } from "../../components/field/checkbox.tsx";
import type { ColumnsButtonProps } from "./columns-button.tsx";
import styles from "./columns.module.css";

interface ColumnsDialogProps extends ColumnsButtonProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Chooses the columns of a table and their order. */
export function ColumnsDialog(props: ColumnsDialogProps) {
  const { labels, defaults, isOpen, onClose, onChange } = props;
  const titleId = useId();
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set(props.shown));
  const [order, setOrder] = useState(() => inOrder(labels, props.shown));
  const [moved, setMoved] = useState("");

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
    const chosen = order.filter((name) => shown.has(name)).join(",");
    onChange({ columns: chosen === defaults.join(",") ? undefined : chosen });
    onClose();
  }

  function reset() {
    setShown(new Set(defaults));
    setOrder(inOrder(labels, defaults));
    setMoved("The default columns are chosen");
  }

  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={onClose}>
      <form className={dialogStyles.dialog} noValidate onSubmit={apply}>
        <h2 id={titleId}>Columns</h2>
        <div className={dialogStyles.content}>
          <p className={styles.narrow}>On this screen, your choice applies only to exports.</p>
          <ol aria-label="Columns in order" className={styles.columns}>
            {order.map((name, index) => (
              <li key={name}>
                <Checkbox
                  label={labels[name]}
                  checked={shown.has(name)}
                  onChange={() => toggle(name)}
                />
                <span className={styles.up}>
                  <IconButton
                    icon="chevronDown"
                    label={`Move ${labels[name]} up`}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  />
                </span>
                <IconButton
                  icon="chevronDown"
                  label={`Move ${labels[name]} down`}
                  disabled={index === order.length - 1}
                  onClick={() => move(index, 1)}
                />
              </li>
            ))}
          </ol>
          <p role="status" className={styles.moved}>
            {shown.size === 0 ? "Choose at least one column." : moved}
          </p>
        </div>
        <footer className={dialogStyles.actions}>
          <Button look="plain" onClick={reset}>
            Reset
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={shown.size === 0}>
            Apply
          </Button>
        </footer>
      </form>
    </DialogFrame>
  );
}

/** Lists the columns that are shown first, then the others. */
function inOrder(labels: Readonly<Record<string, string>>, shown: readonly string[]): string[] {
  return [...shown, ...Object.keys(labels).filter((name) => !shown.includes(name))];
}
