import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { Opened } from "../../../components/dialog/opened.tsx";
import { useDialog } from "../../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../../components/lazy/lazy-component.tsx";
import { DropZone } from "../../../components/field/drop-zone.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { needsAttention } from "./statement-import.ts";
import { traderDialogs } from "./trader-dialogs.ts";
import { useDemoStatements, useStages, useStatements } from "./use-trader.ts";
import { Permitted } from "../../../app/session/permitted.tsx";
import { statementExtensions } from "../../../../src/business/record/statements/statement.rule.ts";
import type { Statement } from "../../../../src/business/record/statements/statement.schema.ts";
import { TextButton } from "../../../components/button/text-button.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatDay, formatTime } from "../../../domain/format/dates.ts";
import { shorten } from "../../../domain/format/texts.tsx";
import {
  describeCounts,
  describePeriod,
  StatementBadge,
  statementFormatLabels,
} from "../../../domain/statements/statement-words.tsx";

const ImportDialog = lazyComponent(() => import("./import-dialog.tsx").then((m) => m.ImportDialog));

/** Lists the statements imported for a trader, with a button to import another one. */
export function StatementsTab({ userId }: { userId: number }) {
  const statements = useStatements(userId);
  const stages = useStages(userId);
  const open = useOpenDialog(traderDialogs);
  // A file has no address, so the dialog that imports it has none either.
  const importing = useDialog<File>();
  return (
    <Stack>
      <Permitted to="records.write">
        <DropZone
          label="Import a statement"
          hint="Drop a report of MetaTrader 4 or 5 (HTML or Excel) or a CSV file, at most 50 MB. You see what it contains before anything is stored."
          accept={statementExtensions}
          onFile={importing.open}
        />
        <DemoStatements />
      </Permitted>
      <Panel
        title="Imported Statements"
        subtitle={statements.data?.length ? "Newest first" : undefined}
      >
        <Loaded query={statements} noun="statements" skeleton={4}>
          {(imported) =>
            imported.length > 0 ? (
              <StatementList statements={imported} onOpen={({ id }) => open("statement", id!)} />
            ) : (
              <EmptyState
                icon="document"
                title="No statements yet"
                text="Import the first one above. Its trades, balance and statistics then appear on this page."
              />
            )
          }
        </Loaded>
      </Panel>
      <Opened dialog={importing}>
        {(frame, file) => (
          <ImportDialog
            {...frame}
            userId={userId}
            file={file}
            stages={stages.data ?? []}
            onImported={(imported) => {
              if (needsAttention(imported)) open("imported-statement", imported.statement.id!);
            }}
          />
        )}
      </Opened>
    </Stack>
  );
}

/** Offers the statements of a demo firm's traders, so that the import can be tried without a file of one's own. */
function DemoStatements() {
  const { data: names = [] } = useDemoStatements();
  if (names.length === 0) return null;
  return (
    <Typography component="details" variant="body2" sx={demo}>
      <summary>No statement at hand? Download the statement of a demo trader.</summary>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={`/api/admin/demo-statements/${encodeURIComponent(name)}`} download>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p>
        Each belongs to the trader whose name it has. The file of Sofia Delgado is not imported yet;
        one ending in “inconsistent” contradicts itself.
      </p>
    </Typography>
  );
}

const demo = {
  color: "text.secondary",
  "& summary": { width: "fit-content", cursor: "pointer" },
  "& ul": {
    display: "flex",
    flexWrap: "wrap",
    gap: "0.25rem 1.25rem",
    py: 1.25,
    listStyle: "none",
  },
  "& a": { textDecoration: "underline" },
};

interface StatementListProps {
  statements: readonly Statement[];
  onOpen: (statement: Statement) => void;
}

/** Lists the statements imported for a trader, newest first. */
function StatementList({ statements, onOpen }: StatementListProps) {
  const columns: Column<Statement>[] = [
    {
      title: "File",
      cell: (statement) => (
        <>
          <TextButton
            onClick={(event) => {
              // The row's own click handler opens the same dialog.
              event.stopPropagation();
              onOpen(statement);
            }}
          >
            {shorten(statement.fileName)}
          </TextButton>
          <Box sx={{ color: "text.secondary" }}>
            {`${statementFormatLabels[statement.format]} · #${statement.id}`}
          </Box>
        </>
      ),
    },
    { title: "Period", cell: describePeriod },
    { title: "Contents", cell: ({ counts }) => describeCounts(counts) },
    { title: "Status", cell: (statement) => <StatementBadge statement={statement} /> },
    {
      title: "Imported",
      cell: ({ createdAt, createdBy }) => (
        <>
          {createdAt ? `${formatDay(createdAt)}, ${formatTime(createdAt)}` : null}
          {createdBy ? <Box sx={{ color: "text.secondary" }}>{shorten(createdBy)}</Box> : null}
        </>
      ),
    },
  ];
  return (
    <Table
      name="Statements"
      columns={columns}
      rows={statements}
      rowKey={({ id }) => id ?? 0}
      onOpen={onOpen}
    />
  );
}
