import MenuItem from "@mui/material/MenuItem";
import { MenuFrame } from "../../components/menu/menu-frame.tsx";
import { exportUrl, type ExportedTable, type ExportQuery } from "./export-url.ts";

interface ExportMenuProps {
  table: ExportedTable;
  query: ExportQuery;
  anchor: HTMLElement;
  onClose: () => void;
}

const formats = { csv: "CSV", xlsx: "Excel (XLSX)" } as const;

export function ExportMenu({ table, query, anchor, onClose }: ExportMenuProps) {
  return (
    <MenuFrame label="Export all matching rows" anchor={anchor} align="left" onClose={onClose}>
      {(["csv", "xlsx"] as const).map((format) => (
        <MenuItem
          disableRipple
          key={format}
          component="a"
          href={exportUrl(table, format, query)}
          download
          onClick={onClose}
        >
          {formats[format]}
        </MenuItem>
      ))}
    </MenuFrame>
  );
}
