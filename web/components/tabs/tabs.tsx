import { keyframes } from "@emotion/react";
import Box from "@mui/material/Box";
import MuiTab from "@mui/material/Tab";
import MuiTabs from "@mui/material/Tabs";
import { useId, type ReactNode } from "react";

export interface TabItem<Key extends string> {
  key: Key;
  label: string;
}

const appear = keyframes({ from: { opacity: 0 } });

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
      <Box
        key={selected}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        sx={{ pt: 3, animation: `${appear} 140ms ease-out` }}
      >
        {children}
      </Box>
    </>
  );
}
