import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import type { StageRules } from "../../../src/business/record/stages/stage-rules.schema.ts";
import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { breachStanding } from "../../domain/verdicts/verdict-words.ts";
import { trpc } from "../../trpc.ts";
import { conclude, nextPayout, payoutAfterTarget } from "./conclusion-words.ts";

const looks = {
  safe: { color: "var(--green)", icon: "circleCheck" },
  close: { color: "var(--orange)", icon: "alert" },
  stopped: { color: "var(--red)", icon: "alert" },
  unknown: { color: "text.secondary", icon: "info" },
} as const;

interface ConclusionBannerProps {
  stage: Stage;
  accountStatus: string | null;
  verdict: Verdict;
  rules: StageRules;
}

/** The answer to "am I safe, and when am I paid?", before all figures. */
export function ConclusionBanner({ stage, accountStatus, verdict, rules }: ConclusionBannerProps) {
  const conclusion = conclude({
    verdict,
    stage,
    accountStatus,
    standing: breachStanding({ stage, accountStatus }),
    currency: stage.currency,
    timeZone: rules.day.timeZone,
    words: rules.words,
  });
  const look = conclusion && looks[conclusion.tone];
  const later = payoutAfterTarget(verdict, stage);
  return (
    <Paper variant="outlined" component="section" aria-label="In short" sx={banner}>
      {conclusion && look ? (
        <Typography component="h2" sx={{ ...sentence, color: look.color }}>
          <Icon name={look.icon} />
          <span>{`${conclusion.lead}: ${conclusion.text}`}</span>
        </Typography>
      ) : null}
      {rules.payout ? (
        <NextPayout currency={stage.currency} />
      ) : later ? (
        <Payout>
          <strong>{later}</strong>
        </Payout>
      ) : null}
    </Paper>
  );
}

function NextPayout({ currency }: { currency: string }) {
  const { data, isLoadingError } = trpc.trader.payouts.readiness.useQuery(undefined, {
    staleTime: staleTimes.traderData,
  });
  if (isLoadingError) return null;
  return (
    <Payout>
      {data ? (
        <>
          <strong>{nextPayout(data, currency)}</strong>{" "}
          <Link to="/payouts" style={{ textDecoration: "underline" }}>
            {data.ready ? "Request it" : "See why"}
          </Link>
        </>
      ) : (
        <Skeleton width="14ch" />
      )}
    </Payout>
  );
}

function Payout({ children }: { children: ReactNode }) {
  return (
    <Box component="p" sx={{ fontVariantNumeric: "tabular-nums", textWrap: "pretty" }}>
      <Box component="span" sx={{ color: "text.secondary" }}>
        {"Next payout: "}
      </Box>
      {children}
    </Box>
  );
}

const banner = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "0.5rem 2rem",
  padding: { xs: "0.875rem 1rem", md: "1rem 1.25rem" },
};

const sentence = {
  display: "flex",
  alignItems: "flex-start",
  gap: 1,
  fontSize: "1.125rem",
  fontWeight: 600,
  lineHeight: 1.35,
  textWrap: "pretty",
  "& svg": { flexShrink: 0, marginBlockStart: "0.125rem" },
};
