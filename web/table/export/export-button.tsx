import { useState } from "react";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import type { ExportedTable, ExportQuery } from "./export-url.ts";

const ExportMenu = lazyComponent(() => import("./export-menu.tsx").then((m) => m.ExportMenu));

interface ExportButtonProps {
  table: ExportedTable;
  query: ExportQuery;
}

/** A button that exports all matching rows to a file. */
export function ExportButton(props: ExportButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <PermittedButton
        ability="tables.export"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="download" size={16} />
        Export
      </PermittedButton>
      {anchor ? <ExportMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} /> : null}
    </>
  );
}
