import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Legend } from "../../components/panel/disclosure.tsx";
import { momentIn, sayTimes } from "../format/dates.ts";
import {
  gradeSentence,
  gradeWords,
  outcomeSentence,
  outcomeStatus,
  type BreachStanding,
  verdictTerms,
} from "./verdict-words.ts";

interface VerdictSummaryProps {
  verdict: Verdict;
  standing: BreachStanding;
  /** Without it, the evidence is shown elsewhere. */
  hasEvidence?: boolean;
  /** The zone of the rules, if they are loaded. */
  timeZone?: string | undefined;
}

/** Shows the outcome, the evidence for it, and what is unknown, in the same words for traders and administrators. */
export function VerdictSummary(props: VerdictSummaryProps) {
  const { verdict, standing, hasEvidence = true, timeZone } = props;
  const { word, tone } = outcomeStatus(verdict.outcome, standing);
  const unknown = verdict.rules.filter(({ status }) => status === "undetermined");
  return (
    <Stack sx={{ gap: 1.75, textWrap: "pretty" }}>
      <Box component="dl" sx={factsLook}>
        <Fact name="Verdict">
          <Stack
            direction="row"
            useFlexGap
            sx={{ flexWrap: "wrap", alignItems: "center", gap: "0.25rem 0.75rem" }}
          >
            <Badge tone={tone}>{word}</Badge>
            <Typography variant="caption" sx={{ color: "text.disabled" }}>
              {whenWords(verdict, timeZone)}
            </Typography>
          </Stack>
          <p>{outcomeSentence(verdict, standing, timeZone)}</p>
        </Fact>
        {hasEvidence ? (
          <Fact name="Evidence">
            <Typography sx={{ color: "text.primary", fontWeight: 600 }}>
              {gradeWords[verdict.grade]}
            </Typography>
            <p>{gradeSentence(verdict)}</p>
            <Legend terms={verdictTerms} />
          </Fact>
        ) : null}
      </Box>
      {/* Limits for which it is unknown whether they were kept. */}
      <Sentences
        title="What is not known"
        texts={unknown.map(({ reason }) => sayTimes(reason, timeZone))}
      />
      <Sentences
        title="Findings"
        texts={verdict.findings.map(({ message }) => `${sayTimes(message, timeZone)}.`)}
      />
    </Stack>
  );
}

const factsLook = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
  gap: "0.875rem 2rem",
};

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="caption" component="dt" color="textSecondary">
        {name}
      </Typography>
      <Stack component="dd" sx={{ gap: 0.5, marginBlockStart: 0.5, color: "text.secondary" }}>
        {children}
      </Stack>
    </div>
  );
}

/** Shows an end with the precision of the records, but the current time without milliseconds. */
function whenWords({ asOf, endedAt }: Verdict, timeZone: string | undefined): string {
  if (endedAt !== null) return `All figures as of ${momentIn(endedAt, timeZone)}`;
  return `As of ${momentIn(Math.floor(Date.parse(asOf) / 1000) * 1000, timeZone)}`;
}

function Sentences({ title, texts }: { title: string; texts: string[] }) {
  if (texts.length === 0) return null;
  return (
    <div>
      <Typography variant="overline" component="h3">
        {title}
      </Typography>
      <Stack component="ul" sx={{ gap: 0.5, marginBlockStart: 0.5, paddingInlineStart: 2.25 }}>
        {texts.map((text, index) => (
          // Two findings may have the same words.
          <li key={index}>{text}</li>
        ))}
      </Stack>
    </div>
  );
}
