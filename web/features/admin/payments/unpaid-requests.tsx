import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { UnpaidRow } from "../../../../src/business/money/payments/payments.schema.ts";
import {
  MAX_RUN_SIZE,
  type PayObstacle,
  payObstacles,
} from "../../../../src/business/money/payments/payment.rule.ts";
import {
  type PaymentMethod,
  paymentMethodCodes,
  paymentMethods,
} from "../../../../src/business/money/payouts/payout.rule.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { Button } from "../../../components/button/button.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../../components/loaded/loaded-pages.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { SearchBox } from "../../../components/search/search-box.tsx";
import { formatDay } from "../../../domain/format/dates.ts";
import { displayName } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";
import { useMay } from "../../../app/session/use-may.ts";
import { Amount, PersonCell, RequestId, RowCheckbox } from "./payment-parts.tsx";
import { SelectedSums, SelectionBar } from "./payment-table.tsx";
import { useUnpaid } from "./use-payments.ts";

interface UnpaidRequestsProps {
  /** A request that is selected from the start. */
  requestId: number | undefined;
  search: string;
  onSearch: (search: string) => void;
}

/** Lists approved requests that are not in a run; the selected ones can be put into a new run. */
export function UnpaidRequests({ requestId, search, onSearch }: UnpaidRequestsProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, UnpaidRow | undefined>>(
    () => new Map(requestId === undefined ? [] : [[requestId, undefined]]),
  );
  const query = useUnpaid(search);
  useLoadUntil(requestId, query);
  return (
    <TableSurface
      title="Approved, Not Yet in a Run"
      tools={
        <SearchBox
          placeholder="Search by name, email, or login..."
          value={search}
          onSearch={onSearch}
        />
      }
    >
      <LoadedPages
        query={query}
        noun="unpaid requests"
        skeleton={4}
        isInset
        empty={
          search === "" ? (
            <EmptyState
              icon="circleCheck"
              title="Nothing left to pay"
              text="Requests appear here as soon as they are approved."
            />
          ) : (
            <EmptyState icon="search" title="No requests found" text="Try another search." />
          )
        }
      >
        {(payouts) => (
          <Selectable
            payouts={payouts}
            isSearch={search !== ""}
            chosen={chosen}
            onChosen={setChosen}
          />
        )}
      </LoadedPages>
    </TableSurface>
  );
}

/** Loads further pages until they contain a request, which is one of the newest and therefore on the last page. */
function useLoadUntil(requestId: number | undefined, query: ReturnType<typeof useUnpaid>) {
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const isListed = data?.pages.some(({ rows }) => rows.some(({ id }) => id === requestId));
  const isMissing = requestId !== undefined && isListed === false;
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);
}

interface SelectableProps {
  payouts: UnpaidRow[];
  /** Whether `payouts` are only those that a search finds; others stay selected. */
  isSearch: boolean;
  /** The selected requests as they were listed. */
  chosen: ReadonlyMap<number, UnpaidRow | undefined>;
  onChosen: (chosen: ReadonlyMap<number, UnpaidRow | undefined>) => void;
}

function Selectable({ payouts, isSearch, chosen, onChosen }: SelectableProps) {
  const mayManage = useMay("payments.manage");
  const listed = new Map(payouts.map((payout) => [payout.id, payout]));
  // Without a search, ignores selected rows that another administrator has put into a run in the meantime.
  const selected = [...chosen]
    .flatMap(([id, seen]) => listed.get(id) ?? (isSearch && seen ? seen : []))
    .filter(({ obstacle }) => !isRefused(obstacle));
  const choose = (ids: readonly number[], isChosen: boolean, present = chosen) => {
    const next = new Map(present);
    for (const id of ids)
      if (isChosen) next.set(id, listed.get(id));
      else next.delete(id);
    onChosen(next);
  };
  const select: Column<UnpaidRow> = {
    title: "Select",
    card: "side",
    cell: ({ id, user, obstacle }) => (
      <RowCheckbox
        label={`Select request #${id} of ${displayName(user)}`}
        isChecked={chosen.has(id) && !isRefused(obstacle)}
        isDisabled={isRefused(obstacle)}
        onChange={(isChosen) => choose([id], isChosen)}
      />
    ),
  };
  return (
    <>
      {mayManage ? (
        <RequestSelection
          payouts={payouts}
          selected={selected}
          onChoose={(ids) => choose(ids, true, new Map())}
        />
      ) : null}
      <Box sx={{ p: "1rem 1.25rem" }}>
        <Table
          name="Unpaid requests"
          rows={payouts}
          rowKey={({ id }) => id}
          columns={[
            ...(mayManage ? [select] : []),
            {
              title: "User",
              card: "start",
              cell: ({ user, flags, obstacle }) => (
                <PersonCell
                  user={user}
                  flags={flags ?? "unread"}
                  // The other obstacles are flags.
                  obstacle={obstacle === "disputed" ? "Order payment disputed" : undefined}
                />
              ),
            },
            { title: "Request", cell: ({ id }) => <RequestId id={id} /> },
            { title: "Method", cell: ({ paymentMethod }) => paymentMethods[paymentMethod] },
            { title: "Requested", cell: ({ createdAt }) => formatDay(createdAt) },
            {
              title: "Amount",
              align: "end",
              card: "end",
              cell: (payout) => <Amount of={payout} />,
            },
          ]}
        />
      </Box>
    </>
  );
}

/** Whether a run refuses the request. One without payment details can be selected, because the firm may know them. */
const isRefused = (obstacle: PayObstacle | null) => obstacle !== null && obstacle !== "no_details";

const obstacleWords: Record<PayObstacle, string> = {
  held: "held after a takeover",
  disputed: "with a disputed order payment",
  no_details: "without payment details",
};

/** Says which requests the buttons for several requests leave out, such as "2 left out: 1 held after a takeover, …". */
function describeLeftOut(payouts: readonly UnpaidRow[]): string | undefined {
  const counts = payObstacles.flatMap((each) => {
    const count = payouts.filter(({ obstacle }) => obstacle === each).length;
    return count === 0 ? [] : [{ count, words: `${count} ${obstacleWords[each]}` }];
  });
  if (counts.length === 0) return undefined;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return `${all} left out: ${counts.map(({ words }) => words).join(", ")}`;
}

interface RequestSelectionProps {
  payouts: readonly UnpaidRow[];
  selected: readonly UnpaidRow[];
  /** Selects these, and no others. */
  onChoose: (ids: readonly number[]) => void;
}

/** Selects all rows, or those of one payment method, and creates the run. */
function RequestSelection({ payouts, selected, onChoose }: RequestSelectionProps) {
  const navigate = useNavigate();
  const { succeeded, failed } = useAdminOutcome();
  const create = trpc.admin.payments.create.useMutation({
    onSuccess: (run) => {
      void navigate({ to: "/admin/payments/$id", params: { id: String(run.id) } });
      return succeeded(`Payment run #${run.id} created`);
    },
    onError: (error) => failed("Failed to create the run", error),
  });
  const payable = payouts.filter(({ obstacle }) => obstacle === null);
  const present = paymentMethodCodes.filter((method) =>
    payable.some(({ paymentMethod }) => paymentMethod === method),
  );
  const ofMethod = (method: PaymentMethod) =>
    payable.filter(({ paymentMethod }) => paymentMethod === method).map(({ id }) => id);
  const isAll = payable.length > 0 && payable.every((payout) => selected.includes(payout));
  const leftOut = describeLeftOut(payouts);
  const isTooMany = selected.length > MAX_RUN_SIZE;
  return (
    <SelectionBar>
      <Box
        role="group"
        aria-label="Select requests"
        sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}
      >
        <Button size="small" onClick={() => onChoose(isAll ? [] : payable.map(({ id }) => id))}>
          {isAll ? "Select None" : "Select All"}
        </Button>
        {present.length > 1
          ? present.map((method) => (
              <Button key={method} size="small" onClick={() => onChoose(ofMethod(method))}>
                {paymentMethods[method]}
              </Button>
            ))
          : null}
      </Box>
      {leftOut === undefined ? null : (
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {leftOut}
        </Typography>
      )}
      <SelectedSums
        selected={selected}
        problem={isTooMany ? `At most ${MAX_RUN_SIZE} requests fit in a run` : undefined}
      />
      <Button
        look="primary"
        disabled={selected.length === 0 || isTooMany}
        isPending={create.isPending}
        pendingLabel="Creating..."
        onClick={() => create.mutate({ payoutIds: selected.map(({ id }) => id) })}
      >
        Create Payment Run
      </Button>
    </SelectionBar>
  );
}
