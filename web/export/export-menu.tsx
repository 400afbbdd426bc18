import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { MuiProvider } from "../components/mui/mui-provider.tsx";
import { exportAddress, type ExportedTable, type ExportQuery } from "./export-address.ts";

interface ExportMenuProps {
  table: ExportedTable;
  query: ExportQuery;
  anchor: HTMLElement;
  onClose: () => void;
}

const formats = { csv: "CSV", xlsx: "Excel (XLSX)" } as const;

export function ExportMenu({ table, query, anchor, onClose }: ExportMenuProps) {
  return (
    <MuiProvider>
      <Menu
        open
        transitionDuration={160}
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ list: { "aria-label": "Export all matching rows" } }}
      >
        {(["csv", "xlsx"] as const).map((format) => (
          <MenuItem
            disableRipple
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
    </MuiProvider>
  );
}
