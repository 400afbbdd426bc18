import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import type { Verdict } from "../../../../src/business/rulebook/engine/verdict.schema.ts";
import type { Stage } from "../../../../src/business/record/stages/stage.schema.ts";
import type { TraderSummary } from "../../../../src/business/traders/trader.schema.ts";
import { formatMoney, formatResult } from "../../../../src/platform/money/money.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { ProgressBar } from "../../../components/feedback/progress-bar.tsx";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { Stat, StatRow } from "../../../components/stat/stat.tsx";
import { formatDay, formatTime, sayTimes } from "../../../domain/format/dates.ts";
import {
  meterColors,
  roomWords,
  ruleFigure,
  tightestLimit,
} from "../../../domain/verdicts/rule-figure.ts";
import { useNow, useStageRules, useVerdict } from "../../../domain/verdicts/use-verdict.ts";
import {
  breachStanding,
  gradeWords,
  outcomeStatus,
} from "../../../domain/verdicts/verdict-words.ts";
import { trpc } from "../../../trpc.ts";
import { initialBalance, resultOf } from "./account-figures.ts";

interface TraderFiguresProps {
  trader: TraderSummary;
  /** The current stage; `undefined` if the account has none. */
  stage: Stage | undefined;
  /** The stages are loading. */
  isLoading: boolean;
}

/** Shows how the account stands: what it may still lose, its verdict and its payouts; below, its figures. */
export function TraderFigures({ trader, stage, isLoading }: TraderFiguresProps) {
  return (
    <section aria-label="Key figures">
      <StatRow footer={<AccountLine {...{ trader, stage, isLoading }} />}>
        {stage ? (
          <Standing trader={trader} stage={stage} />
        ) : (
          <NoStanding isLoading={isLoading} trader={trader} />
        )}
        <Payouts trader={trader} />
      </StatRow>
    </section>
  );
}

const waiting = { value: <Skeleton width="7ch" />, note: <Skeleton width="9rem" /> };
const titles = { daily_loss: "Room Today", max_loss: "Room to Maximum Loss" } as const;

function NoStanding({ trader, isLoading }: Pick<TraderFiguresProps, "trader" | "isLoading">) {
  const content = (otherwise: ReactNode) => (isLoading ? waiting : { value: "—", note: otherwise });
  const { dailyDrawdownLimit, overallLossLimit } = trader.tradingAccount;
  return (
    <>
      <Stat label={titles.daily_loss} {...content(displayed(dailyDrawdownLimit))} />
      <Stat label={titles.max_loss} {...content(displayed(overallLossLimit))} />
      <Stat label="Verdict" {...content("No stage yet")} />
    </>
  );
}

/** The free text of a limit, which is only shown to the trader. */
function displayed(limit: string | null): string {
  return limit ? `“${limit}” is shown to the trader, but not judged` : "No limit set";
}

function Standing({ trader, stage }: { trader: TraderSummary; stage: Stage }) {
  const owner = { userId: trader.id };
  const { status, dailyDrawdownLimit, overallLossLimit } = trader.tradingAccount;
  const query = useVerdict(owner, stage.id);
  const rules = useStageRules(owner, stage.id);
  const now = useNow();
  const verdict = query.data;
  const standing = breachStanding({ stage, accountStatus: status });

  function room(kind: keyof typeof titles, text: string | null) {
    const label = titles[kind];
    if (query.isLoadingError) return <Stat label={label} value="—" note="Could not be loaded" />;
    if (!verdict) return <Stat label={label} {...waiting} />;
    const rule = tightestLimit(verdict, kind);
    if (!rule) return <Stat label={label} value="—" note={displayed(text)} />;
    const words = rules.data?.words.find(
      ({ list, index }) => list === "limits" && index === rule.index,
    );
    const { outcome, endedAt } = verdict;
    const isFinal = endedAt !== null || stage.endedAt !== null;
    const { currency } = stage;
    const figure = ruleFigure(rule, {
      currency,
      timeZone: rules.data?.day.timeZone,
      now,
      isFinal,
      outcome,
      standing,
      words,
    });
    return (
      <Stat
        label={label}
        value={roomWords(rule, figure)}
        tone={rule.status === "breached" ? "loss" : undefined}
        note={
          <>
            {figure.meter ? (
              <Box component="span" sx={meterOf(figure.status.tone)}>
                <ProgressBar
                  isMeter
                  aria-label={label}
                  value={figure.meter.value}
                  aria-valuetext={figure.meter.text}
                />
              </Box>
            ) : null}
            {figure.note}
          </>
        }
      />
    );
  }

  return (
    <>
      {room("daily_loss", dailyDrawdownLimit)}
      {room("max_loss", overallLossLimit)}
      <VerdictStat
        {...{ userId: trader.id, verdict, standing }}
        state={query.isLoadingError ? "failed" : undefined}
      />
    </>
  );
}

const meterOf = (tone: string) => ({
  display: "block",
  marginBlock: "0.25rem 0.5rem",
  "--bar": meterColors[tone],
});

interface VerdictStatProps {
  userId: number;
  verdict: Verdict | undefined;
  standing: ReturnType<typeof breachStanding>;
  state: "failed" | undefined;
}

function VerdictStat({ userId, verdict, standing, state }: VerdictStatProps) {
  if (state === "failed") return <Stat label="Verdict" value="—" note="Could not be loaded" />;
  if (!verdict) return <Stat label="Verdict" {...waiting} />;
  if (verdict.rulesVersionId === null) {
    return (
      <Stat
        label="Verdict"
        value="No rules"
        note={
          <Link to="/admin/users/$id" params={{ id: String(userId) }} search={{ tab: "stages" }}>
            Set the rules of the stage
          </Link>
        }
      />
    );
  }
  const { word, tone } = outcomeStatus(verdict.outcome, standing);
  return (
    <Stat
      label="Verdict"
      value={
        <Box component="span" sx={{ letterSpacing: "normal" }}>
          <Badge tone={tone}>{word}</Badge>
        </Box>
      }
      note={`Evidence: ${gradeWords[verdict.grade].toLowerCase()}`}
    />
  );
}

function Payouts({ trader }: { trader: TraderSummary }) {
  const { id, tradingAccount: account } = trader;
  const options = { staleTime: staleTimes.adminPages };
  const readiness = trpc.admin.payouts.readiness.useQuery({ userId: id }, options);
  const pending = trpc.admin.payouts.page.useQuery(
    { userId: id, status: "pending", pageSize: 25 },
    options,
  );
  const { data } = readiness;
  const state = account.payoutEnabled ? "Enabled" : "Disabled";
  const reason = data?.reasons.find(
    ({ code }) => code !== "request_pending" && code !== "payouts_disabled",
  );
  const isReady = account.payoutEnabled && reason === undefined;
  return (
    <Stat
      label="Payouts"
      value={
        data ? (
          <>
            {formatMoney(data.withdrawable, account.currency)}{" "}
            <Box component="span" sx={{ fontSize: "var(--text-md)", letterSpacing: "normal" }}>
              {isReady ? "ready" : "not ready yet"}
            </Box>
          </>
        ) : readiness.isLoadingError ? (
          state
        ) : (
          <Skeleton width="7ch" />
        )
      }
      note={
        <>
          {state}
          {pending.data?.rows.map((request) => (
            <Fragment key={request.id}>
              {", "}
              <Link to="/admin/payouts/$id" params={{ id: String(request.id) }}>
                #{request.id} pending
              </Link>
            </Fragment>
          ))}
          {reason ? `. ${sayTimes(reason.message)}` : null}
        </>
      }
    />
  );
}

/** The figures of the account in one line, with their source. */
function AccountLine({ trader, stage, isLoading }: TraderFiguresProps) {
  const account = trader.tradingAccount;
  const { balance, profitLoss, currency, recordedAt } = account;
  const { tone, percent } = resultOf(account, stage);
  const pending = <Skeleton width="7ch" />;
  return (
    <Box component="dl" sx={line}>
      <Figure name="Balance" value={formatMoney(balance, currency)} />
      <Figure
        name="Profit/Loss"
        value={
          <Box
            component="span"
            sx={{ color: tone && `var(--${tone === "gain" ? "green" : "red"})` }}
          >
            {formatResult(profitLoss, currency)}
          </Box>
        }
        note={isLoading ? undefined : `${percent} of the initial balance`}
      />
      <Figure
        name="Initial Balance"
        value={isLoading ? pending : formatMoney(initialBalance(account, stage), currency)}
        note={isLoading || stage ? undefined : "Balance less profit/loss"}
      />
      <Figure
        name="Recorded as of"
        value={recordedAt ? `${formatDay(recordedAt)}, ${formatTime(recordedAt)}` : "—"}
        note={recordedAt ? undefined : "Entered by an administrator"}
      />
    </Box>
  );
}

const line = {
  display: "flex",
  flexWrap: "wrap",
  gap: "0.25rem 2rem",
  paddingBlock: "0.625rem",
  paddingInline: { xs: 2, sm: 2.5 },
  fontSize: "var(--text-sm)",
  "& > div": { display: "flex", flexWrap: "wrap", columnGap: 1 },
  "& dt": { color: "text.secondary" },
  "& dd": { fontVariantNumeric: "tabular-nums", fontWeight: 550 },
  "& dd + dd": { fontWeight: 400, color: "text.secondary" },
};

function Figure({
  name,
  value,
  note,
}: {
  name: string;
  value: ReactNode;
  note?: string | undefined;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {note ? <dd>{note}</dd> : null}
    </div>
  );
}
