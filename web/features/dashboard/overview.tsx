import Box from "@mui/material/Box";
import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Fact, FactColumns } from "../../components/panel/facts.tsx";
import { useSession } from "../../app/session/session.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { targetProgress } from "../../../src/business/traders/accounts/account.rule.ts";
import {
  formatDecimal,
  formatMoney,
  formatResult,
  parseCents,
} from "../../../src/platform/money/money.ts";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import { Spinner } from "../../components/feedback/spinner.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Stat, StatRow } from "../../components/stat/stat.tsx";
import { sayMoment } from "../../domain/format/dates.ts";
import { useStageRules, useStanding } from "../../domain/verdicts/use-verdict.ts";
import { TodaysEvents } from "./todays-events.tsx";
import { OwnWaiting } from "./own-waiting.tsx";
import { Standing, useJudgedStage } from "./standing.tsx";

const standing = {
  "& dl": { display: "flex", flexWrap: "wrap", gap: "0.75rem 2rem" },
  "& dd": { fontWeight: 600 },
};

const placeholder = <Skeleton width="4rem" />;

/** Greets the trader while the account still loads. */
export function DashboardHeader({ account }: { account: TradingAccount | undefined }) {
  const { data: trader } = useSession();
  return (
    <PageHeader
      title={`Welcome back, ${firstName(trader?.fullName)}`}
      aside={
        <Box sx={standing}>
          <FactColumns className="">
            <Fact name="Account Status">
              {account ? <StatusBadge status={account.status} /> : placeholder}
            </Fact>
            <Fact name="Phase">{account ? (account.phase ?? "N/A") : placeholder}</Fact>
          </FactColumns>
        </Box>
      }
    />
  );
}

/** Says what the open positions would add; nothing without any, or without a trading record. */
function openResult(open: string | null | undefined, currency: string | null) {
  if (open === undefined) return undefined;
  if (open === null) return "Closed, without open positions";
  return parseCents(open) ? `Closed; ${formatResult(open, currency)} open` : undefined;
}

function firstName(fullName: string | null | undefined): string {
  return fullName?.trim().split(/\s+/)[0] || "Trader";
}

interface OverviewProps {
  account: TradingAccount;
  /** The equity curve, or an empty chart if there is no trading record. */
  chart: ReactNode;
  /** The verdict on the stage and its rules. */
  objectives: ReactNode;
}

/** Begins with the conclusion, if rules are set: what may still be lost today. The texts of the account follow. */
export function Overview({ account: read, chart, objectives }: OverviewProps) {
  const stage = useJudgedStage();
  const { data: rules } = useStageRules("own", stage?.id ?? 0, Boolean(stage));
  // The figures of a judged stage are those of the moment of its verdict.
  const { data: judged } = useStanding(stage?.id ?? 0, Boolean(stage));
  const figures = judged?.figures ?? null;
  const account = figures
    ? { ...read, balance: figures.balance, profitLoss: figures.closed, recordedAt: figures.at }
    : read;
  const isGain = (parseCents(account.profitLoss) ?? 0n) > 0n;
  const ruleOf = (kind: RuleKind) => rules?.words.find((each) => each.kind === kind);
  const target = ruleOf("profit_target");
  // Whether it is judged decides what stands first.
  if (stage === undefined) return <Spinner />;
  return (
    <Stack>
      {stage ? (
        <Standing account={account} stage={stage}>
          <OwnWaiting waitingFor={account.waitingFor} />
        </Standing>
      ) : (
        <OwnWaiting waitingFor={account.waitingFor} />
      )}
      {rules ? <TodaysEvents conduct={rules.conduct} timeZone={rules.day.timeZone} /> : null}
      <StatRow>
        <Stat
          label="Account Balance"
          value={account.balance === null ? "N/A" : formatMoney(account.balance, account.currency)}
          note={
            account.recordedAt
              ? `As of ${sayMoment(account.recordedAt)} from your trading record`
              : undefined
          }
        />
        <Stat
          label="Profit/Loss"
          value={formatResult(account.profitLoss, account.currency)}
          note={openResult(figures?.open, account.currency)}
          tone={isGain ? "gain" : "loss"}
        />
        <Limit
          label="Daily Drawdown"
          text={account.dailyDrawdownLimit}
          isJudged={stage !== null}
          rule={rules && (ruleOf("daily_loss") ?? null)}
          currency={account.currency}
        />
        <Limit
          label="Maximum Loss"
          text={account.overallLossLimit}
          isJudged={stage !== null}
          rule={rules && (ruleOf("max_loss") ?? null)}
          currency={account.currency}
        />
      </StatRow>
      {stage === null ? (
        <ProfitTarget account={account} />
      ) : target ? (
        <ProfitTarget
          account={{ ...account, profitTarget: target.amount }}
          source="Set by the rules of this stage"
        />
      ) : null}
      {chart}
      {objectives}
    </Stack>
  );
}

type RuleKind = "daily_loss" | "max_loss" | "profit_target";

interface LimitProps {
  label: string;
  /** The text that the firm entered for the account. */
  text: string | null;
  isJudged: boolean;
  /** The rule that takes the place of the text; `null` if the rules have none, `undefined` while they load. */
  rule: { amount: string | null; words: string } | null | undefined;
  currency: string;
}

function Limit({ label, text, isJudged, rule, currency }: LimitProps) {
  if (!isJudged) return <Stat label={label} value={text ?? "N/A"} />;
  if (rule === undefined) return <Stat label={label} value={<Skeleton width="7ch" />} />;
  if (rule === null) return <Stat label={label} value="None" note="The rules have no such limit" />;
  return (
    <Stat
      label={label}
      value={rule.amount === null ? "By the rules" : formatMoney(rule.amount, currency)}
      note={
        <>
          By the rules of this stage.{" "}
          <Link to="/" hash="how-this-is-judged">
            How this is judged
          </Link>
        </>
      }
    />
  );
}

interface ProfitTargetProps {
  account: Pick<TradingAccount, "balance" | "profitLoss" | "profitTarget" | "currency">;
  /** Where the target comes from, if the firm did not enter it for the account. */
  source?: string;
}

/** Shows how much of the target the profit has reached. */
function ProfitTarget({ account, source }: ProfitTargetProps) {
  const { remaining, percent, target } = targetProgress(account);
  const amount = (value: string) => formatMoney(value, account.currency);
  return (
    <Panel
      title="Profit Target"
      subtitle={source}
      aside={
        <Box component="p" sx={percentLook}>
          {percent}%
        </Box>
      }
    >
      <Box sx={{ marginBlockEnd: 1.5, "& > *": { blockSize: "0.5rem", borderRadius: "4px" } }}>
        <ProgressBar value={percent} aria-label="Progress to the profit target" />
      </Box>
      <Box sx={{ "& dl": figures }}>
        <FactColumns className="">
          <Fact name="Target to Reach">
            {source && target !== null
              ? amount(formatDecimal(target))
              : (account.profitTarget ?? "N/A")}
          </Fact>
          <Fact name="Current Profit">{amount(account.profitLoss)}</Fact>
          <Fact name="Remaining">
            {remaining === null ? "N/A" : amount(formatDecimal(remaining))}
          </Fact>
        </FactColumns>
      </Box>
    </Panel>
  );
}

const percentLook = {
  fontSize: "var(--text-xl)",
  fontWeight: 600,
  fontVariantNumeric: "tabular-nums",
  lineHeight: 1,
  letterSpacing: "-0.02em",
};

const figures = {
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  gap: "0.5rem 1.5rem",
  "& > :nth-of-type(2)": { textAlign: "center" },
  "& > :last-of-type": { textAlign: "end" },
};
