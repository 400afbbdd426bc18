import { useId, useState } from "react";
import type { Statement } from "../../../src/business/statements/statement.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { formatCount } from "../../format/counts.ts";
import { shorten } from "../../format/shorten.ts";
import { findingName } from "./statement-words.ts";
import styles from "./statements.module.css";

type Findings = Statement["reconciliation"]["findings"];

const FEW = 8;

/** What the file says that contradicts itself, the account or other sources, by row. */
export function StatementFindings({ findings }: { findings: Findings }) {
  const [showsAll, setShowsAll] = useState(false);
  const headingId = useId();
  if (findings.length === 0) return null;
  const hidden = showsAll ? 0 : Math.max(0, findings.length - FEW);
  return (
    <section aria-labelledby={headingId} className={styles.group}>
      <h3 id={headingId}>Findings</h3>
      <FindingTable findings={hidden > 0 ? findings.slice(0, FEW) : findings} />
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

// The roles are redundant only until the style sheet turns the table into cards:
// oxlint-disable jsx-a11y/no-redundant-roles

function FindingTable({ findings }: { findings: Findings }) {
  return (
    <table role="table" aria-label="Findings" className={styles.findings}>
      <thead role="rowgroup">
        <tr role="row">
          {["Row", "Finding", "Expected", "In the file"].map((title) => (
            <th key={title} role="columnheader" scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {findings.map(({ code, message, row, expected, actual }, index) => (
          <tr key={index} role="row">
            <td role="cell" data-title="Row">
              {row ?? "—"}
            </td>
            <td role="cell">
              <span className={styles.finding}>{findingName({ code })}</span>
              <span className={styles.message}>{shorten(message)}</span>
            </td>
            <td role="cell" data-title="Expected">
              {expected === null ? "—" : shorten(expected)}
            </td>
            <td role="cell" data-title="In the file">
              {actual === null ? "—" : shorten(actual)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
