import Box from "@mui/material/Box";
import {
  type AccountStatus,
  accountStatusLabels,
} from "../../../../src/business/traders/accounts/account.rule.ts";
import type { JudgedTrader } from "../../../../src/business/traders/trader.schema.ts";
import { traderTable } from "../../../../src/business/traders/trader.table.ts";
import { useOverview } from "../../../app/api-client/overview.ts";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { lazyComponent } from "../../../components/lazy/lazy-component.tsx";
import { FigureLine, FilterFigure } from "../../../components/stat/stat.tsx";
import { formatCount } from "../../../domain/format/figures.ts";
import { TagSelect } from "../../../domain/tags/tag-select.tsx";
import type { RowMenu } from "../../../table/screen/table-cells.tsx";
import { TableScreen } from "../../../table/screen/table-screen.tsx";
import { trpc } from "../../../trpc.ts";
import { AddUserButton } from "./add-user-button.tsx";
import { PhaseSelect } from "./phase-select.tsx";
import { UserActions } from "./user-actions.tsx";
import { bannedRows, highlightBanned, userCells, userSummary } from "./user-cells.tsx";

const BulkUserDialog = lazyComponent(() =>
  import("./bulk-user-dialog.tsx").then((m) => m.BulkUserDialog),
);

/** The list of users at `/admin/users`. */
export function UserTable() {
  return (
    <Box sx={bannedRows}>
      <TableScreen
        table={traderTable}
        page={trpc.admin.users.page}
        cells={userCells}
        summary={userSummary}
        menu={menu}
        rowClassName={highlightBanned}
        controls={{ phase: PhaseSelect, tag: TagSelect }}
        empty={{
          icon: "user",
          title: "No users found",
          text: "They appear here when they register, or when you add them.",
        }}
        bulk={{
          // Every role that may change accounts may also change tags.
          ability: "tags.write",
          actions,
          dialog: (frame, action) => <BulkUserDialog {...frame} action={action} />,
        }}
        action={<AddUserButton />}
      />
    </Box>
  );
}

const menu: RowMenu<JudgedTrader> = { width: 84, cell: (user) => <UserActions user={user} /> };

const actions = [
  { kind: "status", label: "Set Status", ability: "traders.write" },
  { kind: "payouts", label: "Payouts On or Off", ability: "traders.write" },
  { kind: "tag", label: "Tag", ability: "tags.write" },
] as const;

const shown: AccountStatus[] = ["active", "pending", "under-review", "breached"];

interface UserCardsProps {
  /** The status that the list is filtered by. */
  status: string | undefined;
  onChange: (change: { status: string | undefined }) => void;
}

/** Shows the number of traders, in total and by status; each filters the list. */
export function UserCards({ status, onChange }: UserCardsProps) {
  const overview = useOverview();
  if (overview.isLoadingError) {
    return (
      <LoadFailure text="Failed to load the figures." onRetry={() => void overview.refetch()} />
    );
  }
  const users = overview.data?.users;
  const figure = (count: number | undefined) =>
    count === undefined ? <Skeleton width="3ch" /> : formatCount(count);
  return (
    <section aria-label="User figures" aria-busy={overview.isPending}>
      <FigureLine>
        <FilterFigure
          label="Total Users"
          value={figure(users?.total)}
          isChosen={status === undefined}
          onChoose={() => onChange({ status: undefined })}
        />
        {shown.map((of) => (
          <FilterFigure
            key={of}
            label={accountStatusLabels[of]}
            value={figure(users?.byStatus[of])}
            isChosen={status === of}
            onChoose={() => onChange({ status: of })}
          />
        ))}
      </FigureLine>
    </section>
  );
}
