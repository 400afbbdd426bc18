import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import {
  describeFound,
  findingLabels,
  type FindingStatus,
  findingStatusLabels,
} from "../../../../src/business/record/feed/findings/finding.rule.ts";
import type { Finding } from "../../../../src/business/record/feed/findings/finding.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { useRefusal } from "../../../app/session/use-may.ts";
import { Badge, type BadgeTone } from "../../../components/badge/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { NoValue } from "../../../components/panel/facts.tsx";
import { type Column, Lines, Table } from "../../../components/table/table.tsx";
import { Moment } from "../../../domain/format/moment.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { FilterSelect } from "../../../table/filters/filter-select.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { trpc } from "../../../trpc.ts";
import { findingDialogs } from "./finding-dialogs.ts";
import { SHOWN_FINDINGS } from "./use-findings.ts";

/** Lists the records that the platform shows otherwise than they were fed, newest first, and lets people decide them. */
export function FindingList() {
  const [status, setStatus] = useState<FindingStatus | undefined>("open");
  const query = trpc.admin.bridges.findings.useQuery({ status, limit: SHOWN_FINDINGS });
  const open = useOpenDialog(findingDialogs);
  const refusal = useRefusal("records.write");
  return (
    <TableSurface
      title="Findings"
      tools={
        <FilterSelect
          label="Status"
          all="All statuses"
          options={findingStatusLabels}
          value={status}
          onChange={setStatus}
        />
      }
    >
      <Loaded query={query} noun="the findings" skeleton={3} isInset>
        {(findings) =>
          findings.length > 0 ? (
            <Table
              name="Findings"
              columns={[...columns, decisionColumn(open, refusal)]}
              rows={findings}
              rowKey={({ id }) => id}
              isInset
            />
          ) : (
            <EmptyState
              icon="circleCheck"
              title="No findings"
              text="The platform shows every record as it was fed."
            />
          )
        }
      </Loaded>
    </TableSurface>
  );
}

const tones: Record<FindingStatus, BadgeTone> = {
  open: "orange",
  accepted: "green",
  kept: "gray",
  resolved: "gray",
};

const columns: Column<Finding>[] = [
  {
    title: "Ticket",
    isHeader: true,
    cell: ({ ticket, login, userId, kind }) => (
      <Lines below={`${findingLabels[kind]}, login ${shorten(login)}`}>
        <Link to="/admin/users/$id" params={{ id: String(userId) }}>
          {shorten(ticket)}
        </Link>
      </Lines>
    ),
  },
  { title: "Recorded", cell: ({ recorded }) => describeFound(recorded) },
  {
    title: "Platform shows",
    cell: ({ platform }) =>
      platform ? describeFound(platform) : <NoValue>Nothing with this ticket</NoValue>,
  },
  { title: "Found", cell: ({ foundAt }) => <Moment at={foundAt} as="ago" /> },
  {
    title: "Status",
    cell: ({ status, reason, decidedBy }) => (
      <Lines below={reason === null ? null : shorten(`${decidedBy}: ${reason}`)}>
        <Badge tone={tones[status]}>{findingStatusLabels[status]}</Badge>
      </Lines>
    ),
  },
];

type Open = ReturnType<typeof useOpenDialog<typeof findingDialogs>>;

const decisionColumn = (open: Open, refusal: string | undefined): Column<Finding> => ({
  title: "Decision",
  align: "end",
  cell: ({ id, ticket, status }) =>
    status === "open" ? (
      <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end", flexWrap: "wrap" }}>
        <Button
          size="small"
          disabled={refusal !== undefined}
          title={refusal}
          aria-label={`Accept what the platform shows of ticket ${ticket}`}
          onClick={() => open("accept-finding", id)}
        >
          Accept
        </Button>
        <Button
          size="small"
          disabled={refusal !== undefined}
          title={refusal}
          aria-label={`Keep ticket ${ticket} as recorded`}
          onClick={() => open("keep-record", id)}
        >
          Keep
        </Button>
      </Box>
    ) : null,
});
