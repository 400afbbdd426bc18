import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { LinkEvidence } from "../../../src/business/links/evidence/evidence.schema.ts";
import type {
  TraderEvidence,
  TraderRow,
} from "../../../src/business/links/view/trader-view.schema.ts";
import { groupDigits } from "../../../src/platform/money/money.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Fact, Facts, NoValue } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { type Column, Lines, Table } from "../../components/table/table.tsx";
import { formatDuration, formatExactMoment, formatMoment } from "../format/dates.ts";
import { formatCount } from "../format/figures.ts";
import { sayAgainst, sayFor } from "./evidence-words.ts";
import { detectorNames, rowResults, sayLag, sayOf } from "./link-words.ts";

/** Evidence about two accounts by their names, with the entries that the reader may see. */
type Evidence = TraderEvidence & { rows: readonly TraderRow[] };

/** Names the two users as administrators know them. */
export const withUserNames = <Of extends LinkEvidence>(evidence: Of) => ({
  ...evidence,
  a: `User ${evidence.a}`,
  b: `User ${evidence.b}`,
});

interface EvidencePanelProps {
  evidence: Evidence;
  /** Shown above the entries. */
  children?: ReactNode;
}

/** Shows the sentence first, then what speaks for and against, then each entry. */
export function EvidencePanel({ evidence, children }: EvidencePanelProps) {
  const { kind, sentence, from, to, settingsVersion, rows } = evidence;
  return (
    <Panel
      title={detectorNames[kind]}
      subtitle={`Trades opened from ${formatMoment(new Date(from))} to ${formatMoment(new Date(to))}, by version ${settingsVersion} of the settings.`}
    >
      <Typography sx={{ fontWeight: 550, mb: 2, maxWidth: "60rem" }}>{sentence}</Typography>
      <Box sx={sides}>
        <ForFacts evidence={evidence} />
        <AgainstFacts evidence={evidence} />
      </Box>
      {children}
      {rows.length === 0 ? (
        <p>Neither has an entry in this time.</p>
      ) : (
        <Table
          name={`Entries: ${detectorNames[kind].toLowerCase()}`}
          columns={columnsOf(evidence)}
          rows={rows}
          rowKey={({ instrument, direction, a }) => `${a.time} ${instrument} ${direction}`}
        />
      )}
    </Panel>
  );
}

const sides = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
  gap: "1rem 2.5rem",
  mb: 2,
};

function ForFacts({ evidence }: { evidence: Evidence }) {
  const { a, b, matched, entries, share, lags, closedTogether, sameSize, exposure } = evidence;
  return (
    <section>
      <Typography variant="h3">Speaks for a link</Typography>
      <p>{sayFor(evidence)}</p>
      <Facts>
        <Fact name="Matched">{`${sayOf(matched, entries)} (${share}%)`}</Fact>
        <Fact name={`Lag of ${b}`}>
          {lags ? (
            `${sayLag(lags.median)} (${sayLag(lags.min)} to ${sayLag(lags.max)})`
          ) : (
            <NoValue>No match</NoValue>
          )}
        </Fact>
        <Fact name="Entered first">
          {lags ? (
            `${a} ${formatCount(lags.aFirst)} times, ${b} ${formatCount(lags.bFirst)} times`
          ) : (
            <NoValue>No match</NoValue>
          )}
        </Fact>
        <Fact name="Closed together">{sayOf(closedTogether, matched)}</Fact>
        <Fact name="In the same proportion">{sayOf(sameSize, matched)}</Fact>
        {exposure ? (
          <Fact name="Open against each other">
            {`${formatDuration(exposure.opposedSeconds)} of ${formatDuration(exposure.bothSeconds)}; at most ${exposure.opposedVolume} lots`}
          </Fact>
        ) : null}
        {exposure?.netPercent ? (
          <Fact name="Left uncovered">{`${exposure.netPercent}%`}</Fact>
        ) : null}
      </Facts>
    </section>
  );
}

function AgainstFacts({ evidence }: { evidence: Evidence }) {
  const { matched, entries, expected, earlier, netA, netB, a, b } = evidence;
  return (
    <section>
      <Typography variant="h3">Speaks against it</Typography>
      <p>{sayAgainst(evidence)}</p>
      <Facts>
        <Fact name="Matches by chance alone">{expected}</Fact>
        <Fact name="Without a match">{formatCount(entries - matched)}</Fact>
        <Fact name="Made by many at once, left out">{formatCount(evidence.public)}</Fact>
        <Fact name="Held that direction before">{sayOf(earlier, matched)}</Fact>
        <Fact name="Net of closed matches">
          {[
            [a, netA],
            [b, netB],
          ]
            .flatMap(([name, net]) => (net ? [`${name} ${groupDigits(net)}`] : []))
            .join(", ")}
        </Fact>
      </Facts>
    </section>
  );
}

function columnsOf({ a, b }: Evidence): Column<TraderRow>[] {
  return [
    {
      title: "Entry",
      isHeader: true,
      cell: ({ instrument, direction }) => `${instrument} ${direction}`,
    },
    { title: a, cell: (row) => <EntryLines entry={row.a} /> },
    {
      title: b,
      cell: (row) => (row.b ? <EntryLines entry={row.b} /> : <NoValue>None</NoValue>),
    },
    {
      title: "Lag",
      align: "end",
      cell: ({ lagMs }) =>
        lagMs === null ? (
          <NoValue>None</NoValue>
        ) : (
          <span style={{ whiteSpace: "nowrap" }}>{sayLag(lagMs)}</span>
        ),
    },
    {
      title: "Chance",
      align: "end",
      cell: ({ chance }) => chance ?? <NoValue>Not counted</NoValue>,
    },
    {
      title: "Others",
      align: "end",
      cell: ({ others, active }) => (active === null ? formatCount(others) : sayOf(others, active)),
    },
    {
      title: "Result",
      cell: ({ result }) => <Badge tone={rowResults[result].tone}>{rowResults[result].word}</Badge>,
    },
  ];
}

function EntryLines({ entry: { time, closeTime, volume, net } }: { entry: TraderRow["a"] }) {
  const closed = closeTime ? `closed ${formatExactMoment(new Date(closeTime))}` : "open";
  return (
    <Lines below={`${volume} lots, ${closed}${net === null ? "" : `, net ${groupDigits(net)}`}`}>
      {formatExactMoment(new Date(time))}
    </Lines>
  );
}
