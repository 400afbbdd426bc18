import { useState } from "react";
import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { statusOf } from "../../../src/business/trading/statements/statement.rule.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { describePeriod } from "../../domain/statements/describe-period.ts";
import { StatementBadge } from "../../domain/statements/statement-badge.tsx";
import { statementFormatLabels } from "../../domain/statements/statement-labels.ts";
import { describeCounts } from "../../domain/statements/statement-words.ts";
import { trpc } from "../../trpc.ts";
import styles from "./statements.module.css";

const SHOWN = 5;

/** Lists the statements that the firm has imported for the account; renders nothing if there are none. */
export function ImportedStatements() {
  const query = trpc.trader.statements.list.useQuery(undefined, {
    staleTime: staleTimes.traderData,
  });
  const [showsAll, setShowsAll] = useState(false);
  if (query.isPending || query.data?.length === 0) return null;
  return (
    <Panel
      title="Imported Statements"
      subtitle="Platform exports on which your results are based, newest first"
    >
      <Loaded query={query} noun="the imported statements" skeleton={null}>
        {(statements) => (
          <>
            <Table
              name="Imported Statements"
              columns={columns}
              rows={showsAll ? statements : statements.slice(0, SHOWN)}
              rowKey={({ id }) => id ?? 0}
            />
            {statements.length > SHOWN && !showsAll ? (
              <p className={styles.more}>
                <TextButton onClick={() => setShowsAll(true)}>
                  {`Show all ${statements.length}`}
                </TextButton>
              </p>
            ) : null}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const columns: Column<Statement>[] = [
  { title: "Period", cell: describePeriod },
  {
    title: "Platform",
    cell: ({ id, format, login }) => (
      <span className={styles.lines}>
        <span>{statementFormatLabels[format]}</span>
        <span className={styles.soft}>
          {login ? `Statement #${id} · Login ${shorten(login)}` : `Statement #${id}`}
        </span>
      </span>
    ),
  },
  { title: "Records", cell: ({ counts }) => describeCounts(counts) },
  {
    title: "Status",
    cell: (statement) => (
      <span className={styles.lines}>
        <StatementBadge statement={statement} />
        <StatementStatusNote statement={statement} />
      </span>
    ),
  },
  { title: "Imported", cell: ({ createdAt }) => (createdAt ? formatDay(createdAt) : null) },
];

/** Explains why the records of a statement are not part of the results. */
function StatementStatusNote({ statement }: { statement: Statement }) {
  const status = statusOf(statement);
  if (status === "held") {
    return <span className={styles.soft}>Does not count until the firm confirms it</span>;
  }
  if (status !== "withdrawn") return null;
  const { withdrawnReason } = statement;
  return (
    <span className={styles.soft}>
      {withdrawnReason ? `No longer counts: ${shorten(withdrawnReason)}` : "No longer counts"}
    </span>
  );
}
