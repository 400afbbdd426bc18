import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import type { FigureFact } from "../../../../src/business/watch/figures/figures.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import type { AboutProps } from "../../../app/dialogs.tsx";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { AnchorButton, Button } from "../../../components/button/button.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { FigureTable } from "../../../components/table/figure-table.tsx";
import { formatDuration, formatMoment } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";
import { figureFileUrl, type FiguresSearch } from "./figures-search.ts";

const SHOWN = 100;

const kindNames: Readonly<Record<FigureFact["kind"], string>> = {
  stage: "Stage",
  review: "Review",
  order: "Order",
  request: "Request",
  payment: "Payment",
  appeal: "Appeal",
  action: "Action",
  identity: "Identity",
  link: "Link case",
};

export interface FigureRowsDialogProps extends AboutProps<string> {
  query: FiguresSearch;
}

/** Lists what a figure counts, the newest first. */
export function FigureRowsDialog({ id, query, isOpen, onClose }: FigureRowsDialogProps) {
  const [name, by, cell] = id.split(".") as [string, FiguresSearch["by"] | "", string];
  const { from, to, ...filter } = query;
  const asked = by ? { ...filter, from, to, by } : filter;
  const read = trpc.admin.figures.rows.useQuery(
    { name, cell, ...asked, limit: SHOWN },
    { staleTime: staleTimes.adminPages },
  );
  return (
    <ViewDialog
      title="Behind the Figure"
      size="md"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <AnchorButton href={figureFileUrl(`${name}/rows`, { cell, ...asked })} download>
            Download All as CSV
          </AnchorButton>
        </>
      }
    >
      <Loaded query={read} noun="the rows" skeleton={5}>
        {(rows) => (
          <>
            <FactTable rows={rows} />
            {rows.length === SHOWN ? (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                {`The newest ${SHOWN}. The file has all of them.`}
              </Typography>
            ) : null}
          </>
        )}
      </Loaded>
    </ViewDialog>
  );
}

function FactTable({ rows }: { rows: readonly FigureFact[] }) {
  const hasAmounts = rows.some(({ amount }) => amount !== null);
  const hasDurations = rows.some(({ seconds }) => seconds !== null);
  return (
    <FigureTable
      name="Rows"
      rows={rows}
      rowKey={({ kind, id, at }) => `${kind} ${id} ${at.toISOString()}`}
      columns={[
        { title: "What", cell: (row) => <What {...row} /> },
        { title: "Trader", isText: true, cell: (row) => <Trader {...row} /> },
        ...(hasAmounts
          ? [
              {
                title: "Amount",
                cell: ({ amount, currency }: FigureFact) =>
                  amount === null ? "–" : formatMoney(amount, currency),
              },
            ]
          : []),
        ...(hasDurations
          ? [
              {
                title: "Took",
                cell: ({ seconds }: FigureFact) =>
                  seconds === null ? "–" : formatDuration(seconds),
              },
            ]
          : []),
        { title: "At", cell: ({ at }) => formatMoment(at) },
      ]}
    />
  );
}

function What({ kind, id }: FigureFact) {
  const name = `${kindNames[kind]} #${id}`;
  if (kind !== "order") return name;
  return (
    <Link to="/admin/orders/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  );
}

function Trader({ kind, id, userId, fullName }: FigureFact) {
  if (kind === "link") {
    return (
      <Link to="/admin/links/$id" params={{ id: String(id) }}>
        Several traders
      </Link>
    );
  }
  // A buyer may be no trader, or no longer one.
  if (userId === null) return kind === "order" ? "No trader" : "Deleted";
  return (
    <Link to="/admin/users/$id" params={{ id: String(userId) }}>
      {fullName ?? `User #${userId}`}
    </Link>
  );
}
