import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { Badge } from "../../components/badge/badge.tsx";
import {
  type StatementStatus,
  statusOf,
} from "../../../src/business/trading/statements/statement.rule.ts";
import { statusWords } from "../../domain/statements/statement-words.ts";
import styles from "./statements.module.css";

interface StatementSummaryProps {
  statement: Statement;
  /** Leaves out whether the records count, which is not decided before the import. */
  isPreview?: boolean;
}

/** Shows the status in a word and a sentence, and who changed it. */
export function StatementSummary({ statement, isPreview = false }: StatementSummaryProps) {
  const agreement = statement.reconciliation.status;
  const status = isPreview ? agreement : statusOf(statement);
  const counts = !isPreview && status === "inconsistent";
  return (
    <div className={styles.summary}>
      <Verdict status={status} more={counts ? "Its records still count." : undefined} />
      {status === agreement ? null : <Verdict status={agreement} />}
      <Decision statement={statement} />
    </div>
  );
}

function Verdict({ status, more }: { status: StatementStatus; more?: string }) {
  const { word, tone, meaning } = statusWords[status];
  return (
    <p className={styles.verdict}>
      <Badge tone={tone}>{word}</Badge>
      <span>{[meaning, more].filter(Boolean).join(" ")}</span>
    </p>
  );
}

function Decision({ statement }: { statement: Statement }) {
  const { confirmedAt, confirmedBy, withdrawnAt, withdrawnBy, withdrawnReason } = statement;
  return (
    <>
      {confirmedAt ? (
        <p className={styles.soft}>
          Confirmed{confirmedBy ? ` by ${confirmedBy}` : ""} on {formatMoment(confirmedAt)}.
        </p>
      ) : null}
      {withdrawnAt ? (
        <p className={styles.soft}>
          Withdrawn{withdrawnBy ? ` by ${withdrawnBy}` : ""} on {formatMoment(withdrawnAt)}
          {withdrawnReason ? `: “${withdrawnReason}”` : "."}
        </p>
      ) : null}
    </>
  );
}
