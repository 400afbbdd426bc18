import { useId, useState } from "react";
import type { StatementFinding } from "../../../src/business/trading/statements/statement.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatCount } from "../../domain/format/counts.ts";
import { shorten } from "../../domain/format/shorten.ts";
import {
  briefMessage,
  findingName,
  readableTimes,
} from "../../domain/statements/statement-words.ts";
import styles from "./statements.module.css";

interface Finding extends StatementFinding {
  place: number;
}

const FEW = 8;

const columns: Column<Finding>[] = [
  { title: "Row", cell: ({ row }) => row ?? "—" },
  {
    title: "Finding",
    cell: (finding) => (
      <span className={styles.lines}>
        <span className={styles.finding}>{findingName(finding)}</span>
        <span className={styles.soft}>{readableTimes(shorten(briefMessage(finding)))}</span>
      </span>
    ),
  },
  { title: "Expected", cell: ({ expected }) => <Value text={expected} /> },
  { title: "In the file", cell: ({ actual }) => <Value text={actual} /> },
];

function Value({ text }: { text: string | null }) {
  return <span className={styles.value}>{text === null ? "—" : readableTimes(shorten(text))}</span>;
}

/** Adds the position as a key, because findings have no id. */
function number(finding: StatementFinding, place: number): Finding {
  return { ...finding, place };
}

/** Lists where the file contradicts itself, the account or other sources, by row. */
export function StatementFindings({ findings }: { findings: readonly StatementFinding[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const headingId = useId();
  if (findings.length === 0) return null;
  const hidden = showsAll ? 0 : Math.max(0, findings.length - FEW);
  return (
    <section aria-labelledby={headingId} className={`${styles.group} ${styles.findings}`}>
      <h3 id={headingId}>Findings</h3>
      <Table
        name="Findings"
        columns={columns}
        rows={findings.slice(0, showsAll ? undefined : FEW).map(number)}
        rowKey={({ place }) => place}
      />
      {hidden > 0 ? (
        <p className={styles.more}>
          <Button size="small" onClick={() => setShowsAll(true)}>
            {`Show All ${formatCount(findings.length)} Findings`}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
