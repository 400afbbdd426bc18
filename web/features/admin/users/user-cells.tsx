import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { traderFields } from "../../../../src/identity/users/trader.fields.ts";
import {
  type Field,
  namesHaving,
  shownValue,
} from "../../../../src/platform/declared/field.rule.ts";
import { recordOf } from "../../../../src/platform/fields/pick.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { accountFields } from "../../../../src/business/traders/accounts/account.fields.ts";
import { verdictLabels } from "../../../../src/business/rulebook/engine/outcome.rule.ts";
import type {
  JudgedTrader,
  ListedVerdict,
  TraderListItem,
} from "../../../../src/business/traders/trader.schema.ts";
import type { traderTable } from "../../../../src/business/traders/trader.table.ts";
import { waitingActors } from "../../../../src/business/traders/waiting/waiting.rule.ts";
import { BannedTag } from "../../../components/badge/banned-tag.tsx";
import { StatusBadge } from "../../../components/badge/status-badge.tsx";
import { Tag, TagList } from "../../../components/badge/tag.tsx";
import { Clamped } from "../../../components/clamped/clamped.tsx";
import { formatDay } from "../../../domain/format/dates.ts";
import { shorten } from "../../../domain/format/texts.tsx";
import { CellLine, CellLink, CellText, RowSummary } from "../../../table/grid/cells.tsx";
import type { Cell, SummaryCell, TableCells } from "../../../table/screen/table-cells.tsx";

type UserCell = Cell<JudgedTrader>;

/** Shown for a value that has not been set. */
const missing = "—";

export const nameCell: UserCell = {
  flex: 1.4,
  minWidth: 160,
  cell: (user) => <NameCell user={user} />,
};

export const emailCell: UserCell = {
  flex: 1.4,
  minWidth: 160,
  cell: ({ email }) => <CellText look="soft">{email}</CellText>,
};

export const statusCell: UserCell = {
  width: 136,
  cell: ({ tradingAccount }) => <StatusBadge status={tradingAccount.status} />,
};

/** The cells of `/admin/users`. */
export const userCells: TableCells<typeof traderTable> = {
  ...fieldCells(accountFields, namesHaving(accountFields, "list"), (user) => user.tradingAccount),
  ...fieldCells(traderFields, namesHaving(traderFields, "list"), (user) => user),
  id: { width: 76 },
  fullName: nameCell,
  email: emailCell,
  status: statusCell,
  currency: { width: 110 },
  roomToday: {
    width: 112,
    amounts: ({ verdict }) =>
      verdict?.roomToday == null ? [] : [formatMoney(verdict.roomToday, verdict.currency)],
    cell: ({ verdict }) => <RoomCell verdict={verdict} />,
  },
  verdict: {
    width: 120,
    cell: ({ verdict }) => (
      <CellText>{verdict ? verdictLabels[verdict.outcome] : missing}</CellText>
    ),
  },
  payoutEnabled: {
    width: 92,
    cell: ({ tradingAccount }) => <PayoutsCell isEnabled={tradingAccount.payoutEnabled} />,
  },
  waitingFor: { width: 260 },
  waitingActor: {
    width: 130,
    cell: ({ tradingAccount: { waitingFor } }) => (
      <CellText>
        {waitingFor.kind === "nothing" ? missing : waitingActors[waitingFor.actor]}
      </CellText>
    ),
  },
  tags: { width: 140, cell: ({ tags }) => <CellText>{tags.join(", ") || missing}</CellText> },
  banned: {
    width: 90,
    cell: ({ banned }) => <CellText>{banned ? "Banned" : missing}</CellText>,
  },
  createdAt: { width: 130, cell: ({ createdAt }) => <CellText>{formatDay(createdAt)}</CellText> },
};

/** Returns the cells of declared fields, which show only their value. */
function fieldCells<Name extends string>(
  fields: Readonly<Record<Name, Field>>,
  names: readonly Name[],
  valuesOf: (user: JudgedTrader) => Readonly<Record<Name, string | boolean | null>>,
): Record<Name, UserCell> {
  return recordOf(names, (name) => {
    const field: Field = fields[name];
    const width = ("list" in field ? field.list?.width : undefined) ?? 120;
    const textOf = (user: JudgedTrader) => {
      const value = valuesOf(user)[name];
      if (field.kind === "amount") return formatMoney(String(value), user.tradingAccount.currency);
      return value === null || value === "" ? missing : shownValue(field, value);
    };
    if (field.kind !== "amount") {
      return { width, cell: (user) => <CellText>{textOf(user)}</CellText> };
    }
    return {
      width,
      amounts: (user) => [textOf(user)],
      cell: (user) => <CellText look="amount">{textOf(user)}</CellText>,
    };
  });
}

/** The only column on narrow screens. */
export const userSummary: SummaryCell<JudgedTrader> = {
  field: "fullName",
  label: "User",
  cell: (user) => {
    const { id, verdict, tradingAccount: account } = user;
    return (
      <UserSummary user={user} title={<NameCell user={user} />}>
        <StatusBadge status={account.status} />
        <Clamped lines="two">
          {shorten([`#${id}`, account.login, account.phase].filter(Boolean).join(" · "))}
        </Clamped>
        {verdict?.roomToday == null ? null : <RoomCell verdict={verdict} isNamed />}
        {account.payoutEnabled ? <PayoutsCell isEnabled isNamed /> : null}
      </UserSummary>
    );
  },
};

interface UserSummaryProps {
  user: TraderListItem;
  title: ReactNode;
  children: ReactNode;
}

/** A user in the only column on narrow screens. */
export function UserSummary({ user, title, children }: UserSummaryProps) {
  return (
    <RowSummary details={<CellLine>{children}</CellLine>}>
      {title}
      <CellText look="soft">{user.email}</CellText>
    </RowSummary>
  );
}
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
