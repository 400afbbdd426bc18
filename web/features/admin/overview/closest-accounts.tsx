import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { Link } from "@tanstack/react-router";
import { kindOf } from "../../../../src/business/rulebook/kinds/kinds.rule.ts";
import type { RiskListEntry } from "../../../../src/business/record/verdicts/verdicts.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { LinkButton } from "../../../components/button/button.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { ProgressBar } from "../../../components/feedback/progress-bar.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { Table, type Column } from "../../../components/table/table.tsx";
import { displayName, shorten, PersonName } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";

const columns: Column<RiskListEntry>[] = [
  {
    title: "Name",
    card: "start",
    cell: (entry) => (
      <Link to="/admin/users/$id" params={{ id: String(entry.userId) }}>
        <strong>
          <PersonName of={entry} />
        </strong>
      </Link>
    ),
  },
  { title: "Phase", cell: ({ phase }) => shorten(phase) },
  {
    title: "Limit",
    cell: ({ limit: { kind, amount }, currency }) =>
      `${kindOf(kind).name}, ${formatMoney(amount, currency)}`,
  },
  {
    title: "Room",
    align: "end",
    // Profit adds to the room, which may then exceed the limit.
    cell: ({ limit: { room }, currency }) => <strong>{formatMoney(room, currency)}</strong>,
  },
  { title: "Used", align: "end", card: "end", cell: (entry) => <Used {...entry} /> },
];

/** The bar is red from 95 percent on and orange from 80, the percents at which traders are warned by default. */
function Used({ limit: { kind, usedPercent }, ...person }: RiskListEntry) {
  const tone = usedPercent >= 95 ? "red" : usedPercent >= 80 ? "orange" : undefined;
  return (
    <Stack
      direction="row"
      sx={{ alignItems: "center", justifyContent: "flex-end", gap: "0.75rem" }}
    >
      <Box
        sx={{
          display: { xs: "none", md: "block" },
          inlineSize: "7rem",
          ...(tone && { "--bar": `var(--${tone}-mark)` }),
        }}
      >
        <ProgressBar
          isMeter
          value={usedPercent}
          aria-label={`${kindOf(kind).name} used by ${displayName(person)}`}
          aria-valuetext={`${usedPercent}%`}
        />
      </Box>
      <Box
        component="strong"
        sx={{
          minInlineSize: "2.5rem",
          textAlign: "end",
          ...(tone && { color: `var(--${tone})` }),
        }}
      >
        {usedPercent}%
      </Box>
    </Stack>
  );
}

/** Lists the accounts that have used the largest share of a loss limit, which a risk desk checks first. */
export function ClosestAccounts() {
  const query = trpc.admin.riskList.useQuery(
    { limit: 10 },
    { staleTime: staleTimes.adminPages, refetchInterval: staleTimes.adminPages },
  );
  return (
    <Panel
      title="Closest to a Breach"
      subtitle="The accounts that have used the largest share of a daily or maximum loss limit"
      aside={
        <LinkButton to="/admin/users" search={{ sort: "roomToday", order: "asc" }} size="small">
          Show All
        </LinkButton>
      }
    >
      <Loaded query={query} noun="the accounts" skeleton={10}>
        {(entries) =>
          entries.length > 0 ? (
            <Box sx={{ "& td": { paddingBlock: { md: "0.375rem" } } }}>
              <Table
                name="Closest to a Breach"
                columns={columns}
                rows={entries}
                rowKey={({ stageId }) => stageId}
              />
            </Box>
          ) : (
            <EmptyState
              icon="circleCheck"
              title="No accounts to watch"
              text="Accounts whose stage has a loss limit appear here once their equity or balance is known."
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
