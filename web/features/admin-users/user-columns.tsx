import type { GridColDef } from "@mui/x-data-grid";
import type { ReactNode } from "react";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { RowSummary, CellText } from "../../table/grid/cells.tsx";
import { contentColumn, textColumn } from "../../table/grid/columns.tsx";
import { NameCell } from "./user-cells.tsx";

export type UserColumn = GridColDef<JudgedTrader>;

export function nameColumn(headerName: string, render = renderName): UserColumn {
  return contentColumn({ field: "fullName", headerName, flex: 1.4, minWidth: 160 }, render);
}

export const emailColumn: UserColumn = textColumn(
  { field: "email", headerName: "Email", flex: 1.4, minWidth: 160 },
  ({ email }) => email,
  "soft",
);

/** The only column on small screens. */
export function summaryColumn(
  headerName: string,
  renderDetails: (user: JudgedTrader) => ReactNode,
  renderTitle = renderName,
): UserColumn {
  return contentColumn({ field: "fullName", headerName, flex: 1 }, (user) => (
    <RowSummary details={renderDetails(user)}>
      {renderTitle(user)}
      <CellText look="soft">{user.email}</CellText>
    </RowSummary>
  ));
}

function renderName(user: JudgedTrader) {
  return <NameCell user={user} />;
}
