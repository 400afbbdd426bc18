import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import type { Statement } from "../../../../src/business/record/statements/statement.schema.ts";
import { DEFAULT_CURRENCY } from "../../../../src/business/record/statements/statement.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { LoadingRegion } from "../../../components/feedback/loading-region.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { sayMoment } from "../../../domain/format/dates.ts";
import {
  Groups,
  StatementFacts,
  StatementFindings,
  StatementSummary,
  StatementTotals,
} from "./statement-facts.tsx";

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
    <Box component="section" aria-label="Preview" sx={preview}>
      {needsConfirmation ? (
        <Notice tone="warning" title="The import will need confirmation">
          <p>
            The file contradicts the account or the stage. It can be imported, but its records will
            not count until an administrator confirms the statement.
          </p>
        </Notice>
      ) : null}
      <Typography sx={outcome}>
        {describeAddition(counts)}
        {stageId === null ? ` ${describeNewStage(statement)}` : ""}
      </Typography>
      <StatementSummary statement={statement} isPreview />
      <StatementFindings findings={statement.reconciliation.findings} />
      <StatementFacts statement={statement} />
      <StatementTotals statement={statement} />
    </Box>
  );
}

/** Shown for a file that was imported before; the dry run then returns the existing statement. */
function KnownStatement({ statement: { createdAt, createdBy } }: { statement: Statement }) {
  return (
    <Notice tone="info" title="This file has already been imported">
      <p>
        It was imported{createdAt ? ` on ${sayMoment(createdAt)}` : ""}
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
  const unit = currency ?? DEFAULT_CURRENCY;
  const isKnown = openingBalance !== null && openingBalance !== "0.00";
  const isDeposit = !isKnown && totals.deposits !== "0.00";
  const balance = isDeposit
    ? "the first deposit"
    : `a balance of ${formatMoney(openingBalance ?? "0.00", unit)}`;
  const guess = currency === null ? ` The file names no currency, so the stage is in ${unit}.` : "";
  return `Starts a stage with ${balance}.${guess}`;
}

function PreviewSkeleton() {
  return (
    <LoadingRegion name="Reading the file">
      <Box sx={preview}>
        <Skeleton width="45%" />
        <Skeleton width="70%" />
        <Groups>
          {[0, 1].map((group) => (
            <Stack key={group} sx={{ gap: 1.5 }}>
              {[0, 1, 2, 3, 4].map((row) => (
                <Skeleton key={row} />
              ))}
            </Stack>
          ))}
        </Groups>
      </Box>
    </LoadingRegion>
  );
}

const preview = { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2.25 };

/** What an import does or has done. */
export const outcome = { color: "text.primary", fontSize: "var(--text-lg)", fontWeight: 600 };
