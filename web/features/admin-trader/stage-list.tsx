import type { Stage } from "../../../src/business/stages/stage.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatMoment } from "../../format/dates.ts";
import { shorten } from "../../format/shorten.ts";
import { formatAmount } from "./format-amount.ts";
import { describeOutcome } from "./stage-words.ts";
import styles from "./stages.module.css";

interface StageListProps {
  stages: readonly Stage[];
  onEnd: (stage: Stage) => void;
}

/** The runs of an account, newest first. */
export function StageList({ stages, onEnd }: StageListProps) {
  const columns: Column<Stage>[] = [
    {
      title: "Phase",
      cell: ({ phase }) => <span className={styles.phase}>{shorten(phase)}</span>,
    },
    {
      title: "Initial Balance",
      cell: ({ initialBalance, currency }) => (
        <span className={styles.amount}>{formatAmount(initialBalance, currency)}</span>
      ),
    },
    { title: "Started", cell: ({ startedAt }) => formatMoment(startedAt) },
    {
      title: "Ended",
      cell: ({ endedAt }) => (endedAt ? formatMoment(endedAt) : "—"),
    },
    {
      title: "Outcome",
      cell: (stage) => {
        const { word, tone } = describeOutcome(stage);
        return <Badge tone={tone}>{word}</Badge>;
      },
    },
    {
      title: "Actions",
      align: "end",
      cell: (stage) =>
        stage.endedAt === null ? (
          <Button size="small" onClick={() => onEnd(stage)}>
            End Stage
          </Button>
        ) : (
          "—"
        ),
    },
  ];
  return <Table name="Stages" columns={columns} rows={stages} rowKey={({ id }) => id} />;
}
