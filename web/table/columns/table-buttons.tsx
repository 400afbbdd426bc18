import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button/button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { MenuFrame } from "../../components/menu/menu-frame.tsx";
import {
  densities,
  type Density,
  densityLabels,
  keepDensity,
  useDensity,
} from "../state/preferences.ts";
import type { ColumnChoice } from "./column-search.ts";

const ColumnsDialog = lazyComponent(() =>
  import("./columns-dialog.tsx").then((m) => m.ColumnsDialog),
);

interface TableButtonsProps {
  choice: ColumnChoice;
  /** The button for exports. */
  children: ReactNode;
}

/** The buttons of a list that do not change which rows it has. */
export function TableButtons({ choice, children }: TableButtonsProps) {
  const dialog = useDialog<null>();
  return (
    <Box sx={{ display: "flex", gap: 1, ml: { md: "auto" } }}>
      {children}
      <DensityButton />
      <Button size="small" aria-haspopup="dialog" onClick={() => dialog.open(null)}>
        Columns
      </Button>
      <Opened dialog={dialog}>{(frame) => <ColumnsDialog {...choice} {...frame} />}</Opened>
    </Box>
  );
}

/** A button that opens the menu of densities. */
function DensityButton() {
  const present = useDensity();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  function choose(chosen: Density) {
    keepDensity(chosen);
    setAnchor(null);
  }

  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Density
      </Button>
      <MenuFrame label="Density" anchor={anchor} align="left" onClose={() => setAnchor(null)}>
        {densities.map((each) => (
          <MenuItem
            key={each}
            disableRipple
            role="menuitemradio"
            aria-checked={each === present}
            selected={each === present}
            onClick={() => choose(each)}
          >
            <Box component="span" sx={{ width: 24 }}>
              {each === present ? <Icon name="check" size={16} /> : null}
            </Box>
            {densityLabels[each]}
          </MenuItem>
        ))}
      </MenuFrame>
    </>
  );
}
