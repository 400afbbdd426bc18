import styles from "./palette.module.css";
import type { PaletteGroup } from "./use-palette-results.ts";

interface PaletteOptionsProps {
  listId: string;
  groups: readonly PaletteGroup[];
  /** The index of the option that Enter selects, counted across all groups. */
  active: number;
  optionId: (index: number) => string;
  onPoint: (index: number) => void;
  onSelect: (index: number) => void;
}

/** Lists the options under the titles of their groups. */
export function PaletteOptions(props: PaletteOptionsProps) {
  const { listId, groups, active, optionId, onPoint, onSelect } = props;
  const starts = groups.map((_, at) =>
    groups.slice(0, at).reduce((sum, { options }) => sum + options.length, 0),
  );
  return (
    <div role="listbox" id={listId} aria-label="Results" className={styles.list}>
      {groups.map(({ title, options }, at) => (
        <div key={title} role="group" aria-labelledby={`${listId}${at}`}>
          <div id={`${listId}${at}`} className={styles.title}>
            {title}
          </div>
          {options.map(({ key, label, note }, inGroup) => {
            const index = starts[at]! + inGroup;
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the combobox has the focus and the keys
              <div
                key={key}
                role="option"
                id={optionId(index)}
                aria-selected={index === active}
                className={styles.option}
                onPointerMove={() => onPoint(index)}
                onClick={() => onSelect(index)}
              >
                <span className={styles.label}>{label}</span>
                {note ? <span className={styles.note}>{note}</span> : null}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
