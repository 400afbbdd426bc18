import { Skeleton } from "../../components/feedback/skeleton.tsx";
import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { formatCountOf } from "../../domain/format/counts.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { StatementFacts, StatementTotals } from "./statement-facts.tsx";
import { StatementFindings } from "./statement-findings.tsx";
import { StatementSummary } from "./statement-summary.tsx";
import styles from "./statements.module.css";

interface StatementPreviewProps {
  /** The response to the dry run; `undefined` while the file is read. */
  statement: Statement | undefined;
}

/** Shows what an import would do, before it is carried out. */
export function StatementPreview({ statement }: StatementPreviewProps) {
  if (!statement) return <PreviewSkeleton />;
  const { needsConfirmation, counts, stageId } = statement;
  if (statement.id !== null) return <KnownStatement statement={statement} />;
  return (
    <section aria-label="Preview" className={styles.preview}>
      {needsConfirmation ? (
        <Notice tone="warning" title="The import will need confirmation">
          <p>
            The file contradicts the account or the stage. It can be imported, but its records will
            not count until an administrator confirms the statement.
          </p>
        </Notice>
      ) : null}
      <p className={styles.outcome}>
        {describeAddition(counts)}
        {stageId === null ? ` ${describeNewStage(statement)}` : ""}
      </p>
      <StatementSummary statement={statement} isPreview />
      <StatementFindings findings={statement.reconciliation.findings} />
      <StatementFacts statement={statement} />
      <StatementTotals statement={statement} />
    </section>
  );
}

/** Shown for a file that was imported before; the dry run then returns the existing statement. */
function KnownStatement({ statement: { createdAt, createdBy } }: { statement: Statement }) {
  return (
    <Notice tone="info" title="This file has already been imported">
      <p>
        It was imported{createdAt ? ` on ${formatMoment(createdAt)}` : ""}
        {createdBy ? ` by ${createdBy}` : ""}. To import it again, withdraw that statement first.
      </p>
    </Notice>
  );
}

/** `Adds 261 records.` */
function describeAddition({ new: added, known, conflicts }: Statement["counts"]): string {
  const sentences = [
    added > 0 ? `Adds ${formatCountOf(added, "record")}.` : "Adds no records.",
    known > 0 ? `${formatCountOf(known, "record")} already known, and counted once.` : undefined,
    conflicts > 0
      ? `${formatCountOf(conflicts, "conflict")} with other sources: the earlier record is kept.`
      : undefined,
  ];
  return sentences.filter(Boolean).join(" ");
}

function describeNewStage({ openingBalance, totals, currency }: Statement): string {
  const initial = openingBalance && openingBalance !== "0.00" ? openingBalance : undefined;
  const isDeposit = initial === undefined && totals.deposits !== "0.00";
  if (initial) return `Starts a stage with a balance of ${formatMoney(initial, currency)}.`;
  return isDeposit ? "Starts a stage with the first deposit." : "Starts a stage.";
}

function PreviewSkeleton() {
  return (
    <LoadingRegion name="Reading the file">
      <div className={styles.preview}>
        <Skeleton width="45%" />
        <Skeleton width="70%" />
        <div className={styles.groups}>
          {[0, 1].map((group) => (
            <div key={group}>
              {[0, 1, 2, 3, 4].map((row) => (
                <Skeleton key={row} className={styles.waitingRow} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </LoadingRegion>
  );
}
