import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Ladder } from "../../../src/business/decisions/programmes/programme.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { shorten } from "../format/texts.tsx";
import type { VerdictOwner } from "../verdicts/use-verdict.ts";
import { trpc } from "../../trpc.ts";

interface LadderStepsProps {
  steps: Ladder["steps"];
  /** Where an account stands; without it, the ladder is only an offer. */
  reached?: Pick<Ladder, "step" | "outcome">;
}

/** Shows the steps of a programme as cards, each with its rules in one line. */
export function LadderSteps({ steps, reached }: LadderStepsProps) {
  return (
    <Box component="ol" aria-label="Steps" sx={cards}>
      {steps.map(({ phase, terms, payoutEnabled }, index) => {
        const isReached = reached?.step === index + 1;
        return (
          <Paper
            // The steps of a version never change their order.
            key={index}
            component="li"
            variant="outlined"
            aria-current={isReached ? "step" : undefined}
            sx={isReached ? { ...card, ...reachedCard } : card}
          >
            <Box sx={head}>
              <Typography component="span" variant="caption" sx={{ color: "text.secondary" }}>
                Step {index + 1}
              </Typography>
              {reached ? <Standing step={index + 1} reached={reached} /> : null}
            </Box>
            <strong>{shorten(phase)}</strong>
            <Box component="span" sx={soft}>
              {terms}
            </Box>
            {payoutEnabled ? (
              <Box component="span" sx={soft}>
                Payouts enabled
              </Box>
            ) : null}
          </Paper>
        );
      })}
    </Box>
  );
}

const cards = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 13rem), 1fr))",
  gap: "0.75rem",
  listStyle: "none",
};

const card = {
  display: "grid",
  alignContent: "start",
  gap: "0.125rem",
  padding: "0.75rem 1rem",
  overflowWrap: "anywhere",
};

const reachedCard = { borderColor: "var(--accent)", boxShadow: "inset 0 0 0 1px var(--accent)" };

const head = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "0.25rem 0.5rem",
  minBlockSize: "1.5rem",
};

const soft = {
  color: "text.secondary",
  fontSize: "var(--text-sm)",
  fontVariantNumeric: "tabular-nums",
};

function Standing({ step, reached }: { step: number; reached: Pick<Ladder, "step" | "outcome"> }) {
  if (step > reached.step) return null;
  if (step < reached.step) return <Badge tone="green">Passed</Badge>;
  if (reached.outcome === "passed") return <Badge tone="green">Passed</Badge>;
  if (reached.outcome === "failed") return <Badge tone="red">Failed</Badge>;
  return <Badge tone="gray">{reached.outcome === null ? "Current step" : "Ended"}</Badge>;
}

interface LadderPanelProps {
  owner: VerdictOwner;
  /** Shown at the end of the heading's line. */
  actions?: ReactNode;
}

/** Shows the programme of an account's current stage with the step that it has reached; nothing without a programme. */
export function LadderPanel({ owner, actions }: LadderPanelProps) {
  const isOwn = owner === "own";
  const ofTrader = trpc.trader.ladder.useQuery(undefined, {
    enabled: isOwn,
    staleTime: staleTimes.traderData,
  });
  const ofUser = trpc.admin.programmes.ladder.useQuery(
    { userId: isOwn ? 0 : owner.userId },
    { enabled: !isOwn, staleTime: staleTimes.adminPages },
  );
  const { data } = isOwn ? ofTrader : ofUser;
  if (!data) return null;
  const { name, version, initialBalance, currency, steps } = data;
  return (
    <Panel
      title="Programme"
      subtitle={`${shorten(name)}, version ${version}, with ${formatMoney(initialBalance, currency)}`}
      aside={actions}
    >
      <LadderSteps steps={steps} reached={data} />
    </Panel>
  );
}
