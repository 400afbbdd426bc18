import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import type {
  JudgedTrader,
  ListedVerdict,
  TraderListItem,
} from "../../../../src/business/traders/trader.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { BannedTag } from "../../../components/badge/banned-tag.tsx";
import { Tag, TagList } from "../../../components/badge/tag.tsx";
import { CellLink, CellText, RowSummary } from "../../../table/grid/cells.tsx";
import { contentColumn, textColumn, type TableColumn } from "../../../table/grid/columns.tsx";

export type UserColumn = TableColumn<JudgedTrader>;

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

/** Shown for a value that has not been set. */
export const missing = "—";

/** Links the name to the user's page. */
export function NameCell({ user }: { user: TraderListItem }) {
  return (
    <Stack component="span" direction="row" sx={{ alignItems: "center", gap: 1, minWidth: 0 }}>
      <CellLink
        to="/admin/users/$id"
        params={{ id: String(user.id) }}
        aria-label={user.fullName ? undefined : user.email}
      >
        <CellText look="strong">{user.fullName || missing}</CellText>
      </CellLink>
      {user.banned ? <BannedTag /> : null}
      {user.tags.length > 0 ? <RowTags tags={user.tags} /> : null}
    </Stack>
  );
}

/** Shows only the first tag, because a row has no space for more. */
function RowTags({ tags }: { tags: readonly string[] }) {
  const shown = tags.slice(0, 1);
  return (
    <Box
      component="span"
      title={tags.join(", ")}
      sx={{
        flex: "none",
        minWidth: 0,
        maxWidth: "50%",
        overflow: "hidden",
        "& ul": { flexWrap: "nowrap" },
      }}
    >
      <TagList>
        {shown.map((tag) => (
          <Tag key={tag} text={tag} />
        ))}
        {tags.length > shown.length ? <Tag text={`+${tags.length - shown.length}`} /> : null}
      </TagList>
    </Box>
  );
}

interface PayoutsCellProps {
  isEnabled: boolean;
  /** Says what is enabled, for places without a heading. */
  isNamed?: boolean;
}

export function PayoutsCell({ isEnabled, isNamed = false }: PayoutsCellProps) {
  const word = isEnabled ? "Enabled" : "Disabled";
  return (
    <Box
      component="span"
      sx={isEnabled ? { color: "success.main", fontWeight: 550 } : { color: "text.secondary" }}
    >
      {isNamed ? `Payouts ${word.toLowerCase()}` : word}
    </Box>
  );
}

interface RoomCellProps {
  verdict: ListedVerdict | null;
  /** Adds a label to the amount, for places without a heading. */
  isNamed?: boolean;
}

/** Shows how much the trader may still lose today, in the currency of the account. */
export function RoomCell({ verdict, isNamed = false }: RoomCellProps) {
  if (verdict?.roomToday == null) return missing;
  const room = formatMoney(verdict.roomToday, verdict.currency);
  return <CellText look="amount">{isNamed ? `Room today ${room}` : room}</CellText>;
}

/** The class of the rows of banned users, which `bannedRows` paints. */
export function highlightBanned({ banned }: TraderListItem): string {
  return banned ? "banned" : "";
}

/** Surrounds a table of users. */
export const bannedRows = {
  display: "contents",
  "& .banned.banned": {
    background: "color-mix(in srgb, var(--red-wash) 55%, transparent)",
    boxShadow: "inset 3px 0 0 var(--red)",
  },
};
