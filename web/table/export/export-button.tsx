import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { MenuFrame } from "../../components/menu/menu-frame.tsx";

interface ExportButtonProps {
  /** The name of the table. */
  table: string;
  /** The query of the table. An export uses all of it except the page. */
  query: Readonly<Record<string, string | number | undefined>>;
}

const formats = { csv: "CSV", xlsx: "Excel (XLSX)" } as const;

/** A button that exports all matching rows to a file. */
export function ExportButton({ table, query }: ExportButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
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
      <MenuFrame label="Export all matching rows" anchor={anchor} align="left" onClose={close}>
        {(["csv", "xlsx"] as const).map((format) => (
          <MenuItem
            disableRipple
            key={format}
            component="a"
            href={`/api/admin/${table}/export.${format}?${exported(query)}`}
            download
            onClick={close}
          >
            {formats[format]}
          </MenuItem>
        ))}
      </MenuFrame>
    </>
  );
}

function exported({ page: _page, pageSize: _pageSize, ...query }: ExportButtonProps["query"]) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") parameters.set(name, String(value));
  }
  return parameters.toString();
}
