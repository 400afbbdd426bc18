import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { exportAddress, type ExportQuery } from "./export-address.ts";

interface ExportMenuProps {
  table: "users" | "payouts";
  query: ExportQuery;
  anchor: HTMLElement;
  onClose: () => void;
}

const formats = { csv: "CSV", xlsx: "Excel (XLSX)" } as const;

export function ExportMenu({ table, query, anchor, onClose }: ExportMenuProps) {
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      slotProps={{ list: { "aria-label": "Export all that match" } }}
    >
      {(["csv", "xlsx"] as const).map((format) => (
        <MenuItem
          key={format}
          component="a"
          href={exportAddress(table, format, query)}
          download
          onClick={onClose}
        >
          {formats[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}
