import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { UnpaidRow } from "../../../src/business/money/payments/payments.schema.ts";
import { MAX_RUN_SIZE } from "../../../src/business/money/payments/payment.rule.ts";
import {
  type PaymentMethod,
  paymentMethodCodes,
  paymentMethods,
} from "../../../src/business/money/payouts/payout.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { Button } from "../../components/button/button.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../components/loaded/loaded-pages.tsx";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatCount } from "../../domain/format/counts.ts";
import { formatDay } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { trpc } from "../../trpc.ts";
import { useMay } from "../../app/session/use-may.ts";
import { PersonCell, RequestId, RowCheckbox, TotalSums } from "./payment-parts.tsx";
import { useUnpaid } from "./use-payments.ts";
import styles from "./payments.module.css";

/** Lists approved requests that are not in a run; the selected ones can be put into a new run. */
export function UnpaidRequests({ requestId }: { requestId: number | undefined }) {
  return (
    <TableSurface title="Approved, Not Yet in a Run">
      <LoadedPages
        query={useUnpaid()}
        noun="unpaid requests"
        skeleton={4}
        isInset
        empty={
          <EmptyState
            icon="circleCheck"
            title="Nothing left to pay"
            text="Requests appear here as soon as they are approved."
          />
        }
      >
        {(payouts) => <Selectable payouts={payouts} requestId={requestId} />}
      </LoadedPages>
    </TableSurface>
  );
}

interface SelectableProps {
  payouts: UnpaidRow[];
  requestId: number | undefined;
}

function Selectable({ payouts, requestId }: SelectableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(requestId === undefined ? [] : [requestId]),
  );
  const mayManage = useMay("payments.manage");
  // Ignores selected rows that another administrator has put into a run in the meantime.
  const selected = payouts.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setChosen((present) => {
      const next = new Set(present);
      for (const id of ids)
        if (isChosen) next.add(id);
        else next.delete(id);
      return next;
    });
  const select: Column<UnpaidRow> = {
    title: "Select",
    card: "side",
    cell: ({ id, user }) => (
      <RowCheckbox
        label={`Select request #${id} of ${displayName(user)}`}
        isChecked={chosen.has(id)}
        onChange={(isChosen) => choose([id], isChosen)}
      />
    ),
  };
  return (
    <>
      {mayManage ? (
        <SelectionBar
          payouts={payouts}
          selected={selected}
          onChoose={choose}
          onClear={() => setChosen(new Set())}
        />
      ) : null}
      <div className={styles.body}>
        <Table
          name="Unpaid requests"
          rows={payouts}
          rowKey={({ id }) => id}
          columns={[
            ...(mayManage ? [select] : []),
            { title: "Request", cell: ({ id }) => <RequestId id={id} /> },
            {
              title: "Trader",
              card: "start",
              cell: ({ user, flags }) => <PersonCell user={user} flags={flags ?? "unread"} />,
            },
            { title: "Method", cell: ({ paymentMethod }) => paymentMethods[paymentMethod] },
            { title: "Requested", cell: ({ createdAt }) => formatDay(createdAt) },
            {
              title: "Amount",
              align: "end",
              card: "end",
              cell: ({ amount, currency }) => (
                <span className={styles.amount}>{formatMoney(amount, currency)}</span>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}

interface SelectionBarProps {
  payouts: readonly UnpaidRow[];
  selected: readonly UnpaidRow[];
  onChoose: (ids: readonly number[], isChosen: boolean) => void;
  onClear: () => void;
}

/** Selects all rows, or those of one payment method, and creates the run. */
function SelectionBar({ payouts, selected, onChoose, onClear }: SelectionBarProps) {
  const navigate = useNavigate();
  const { succeeded, failed } = useAdminOutcome();
  const create = trpc.admin.payments.create.useMutation({
    onSuccess: (run) => {
      void navigate({ to: "/admin/payments/$id", params: { id: String(run.id) } });
      return succeeded(`Payment run #${run.id} created`);
    },
    onError: (error) => failed("Failed to create the run", error),
  });
  const present = paymentMethodCodes.filter((method) =>
    payouts.some(({ paymentMethod }) => paymentMethod === method),
  );
  const ofMethod = (method: PaymentMethod) =>
    payouts.filter(({ paymentMethod }) => paymentMethod === method).map(({ id }) => id);
  const isAll = selected.length === payouts.length;
  const isTooMany = selected.length > MAX_RUN_SIZE;
  return (
    <div className={styles.selection}>
      <div role="group" aria-label="Select requests" className={styles.choices}>
        <Button
          size="small"
          onClick={() =>
            onChoose(
              payouts.map(({ id }) => id),
              !isAll,
            )
          }
        >
          {isAll ? "Select None" : "Select All"}
        </Button>
        {present.length > 1
          ? present.map((method) => (
              <Button
                key={method}
                size="small"
                onClick={() => {
                  onClear();
                  onChoose(ofMethod(method), true);
                }}
              >
                {paymentMethods[method]}
              </Button>
            ))
          : null}
      </div>
      <p role="status" className={styles.chosen}>
        {isTooMany ? (
          `At most ${MAX_RUN_SIZE} requests fit in a run`
        ) : (
          <>
            {`${formatCount(selected.length)} selected`}
            {selected.length > 0 ? <TotalSums totals={selected} /> : null}
          </>
        )}
      </p>
      <Button
        look="primary"
        disabled={selected.length === 0 || isTooMany}
        isPending={create.isPending}
        pendingLabel="Creating..."
        onClick={() => create.mutate({ payoutIds: selected.map(({ id }) => id) })}
      >
        Create Payment Run
      </Button>
    </div>
  );
}
