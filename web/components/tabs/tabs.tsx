import MuiTab from "@mui/material/Tab";
import MuiTabs from "@mui/material/Tabs";
import { useId, type ReactNode } from "react";
import styles from "./tabs.module.css";

export interface TabItem<Key extends string> {
  key: Key;
  label: string;
}

interface TabsProps<Key extends string> {
  /** What the tabs choose between, for screen readers. */
  name: string;
  tabs: readonly TabItem<Key>[];
  selected: Key;
  onSelect: (key: Key) => void;
  isWide?: boolean;
  children: ReactNode;
}

/**
 * Tabs with the panel of the selected one. Arrow keys move the focus and select, as the ARIA tabs pattern specifies.
 */
export function Tabs<Key extends string>(props: TabsProps<Key>) {
  const { name, tabs, selected, onSelect, isWide = false, children } = props;
  const id = useId();
  return (
    <>
      <MuiTabs
        aria-label={name}
        value={selected}
        onChange={(_, key: Key) => onSelect(key)}
        selectionFollowsFocus
        variant={isWide ? "fullWidth" : "scrollable"}
        scrollButtons={false}
      >
        {tabs.map(({ key, label }) => (
          <MuiTab
            key={key}
            value={key}
            label={label}
            id={`${id}-${key}`}
            aria-controls={key === selected ? `${id}-panel` : undefined}
          />
        ))}
      </MuiTabs>
      <div
        key={selected}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        className={styles.panel}
      >
        {children}
      </div>
    </>
  );
}
