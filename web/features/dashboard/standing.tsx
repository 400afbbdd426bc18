import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import type { Standing as StandingAnswer } from "../../../src/business/record/verdicts/verdicts.schema.ts";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import type { StageRules } from "../../../src/business/record/stages/stage-rules.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { currentStage } from "../../domain/stages/current-stage.ts";
import {
  meterColors,
  roomWords,
  ruleFigure,
  type RuleMeter,
  tightestLimit,
} from "../../domain/verdicts/rule-figure.ts";
import { useNow, useStageRules, useStanding } from "../../domain/verdicts/use-verdict.ts";
import { breachStanding } from "../../domain/verdicts/verdict-words.ts";
import { trpc } from "../../trpc.ts";
import { ConclusionBanner } from "./conclusion.tsx";
import { currentWarnings } from "./current-warnings.ts";

const options = { staleTime: staleTimes.traderData };

/** The current stage, if rules are set for it; `null` if there is none, `undefined` while it loads. */
export function useJudgedStage(): Stage | null | undefined {
  const { data: stages, isPending } = trpc.trader.stages.list.useQuery(undefined, options);
  if (isPending) return undefined;
  const stage = currentStage(stages ?? []);
  return stage?.rulesVersionId == null ? null : stage;
}

interface StandingProps {
  account: TradingAccount;
  stage: Stage;
}

/**
 * What the trader may still lose, first of all today, and how the account stands.
 * @param children what follows the first sentence
 */
export function Standing({ account, stage, children }: StandingProps & { children: ReactNode }) {
  const { data: standing, isLoadingError } = useStanding(stage.id);
  const verdict = standing?.verdict;
  const { data: rules } = useStageRules("own", stage.id);
  return (
    <>
      {verdict && rules ? (
        <ConclusionBanner
          stage={stage}
          accountStatus={account.status}
          verdict={verdict}
          rules={rules}
        />
      ) : isLoadingError ? null : (
        <Skeleton shape="block" height={58} />
      )}
      {children}
      {verdict?.outcome === "breached" ? <BreachLetter stage={stage} /> : null}
      {verdict && rules ? <Warnings stage={stage} verdict={verdict} day={rules.day} /> : null}
      <Paper variant="outlined" component="section" aria-label="Where you stand">
        <Box component="dl" sx={row}>
          {standing && verdict && rules ? (
            <Judged {...{ account, stage, rules, verdict, figures: standing.figures }} />
          ) : (
            <>
              {rooms.map(({ name }, at) => (
                <Figure
                  key={name}
                  name={name}
                  value={isLoadingError ? "—" : waiting}
                  note={isLoadingError ? "Could not be loaded" : <Skeleton width="14ch" />}
                  meter={isLoadingError ? null : "waiting"}
                  isMain={at === 0}
                />
              ))}
              <Figure
                name="Equity"
                value={isLoadingError ? "—" : waiting}
                note={isLoadingError ? undefined : <Skeleton width="14ch" />}
              />
            </>
          )}
        </Box>
      </Paper>
    </>
  );
}

const rooms = [
  { kind: "daily_loss", name: "Room today" },
  { kind: "max_loss", name: "Room to maximum loss" },
] as const;

type Figures = StandingAnswer["figures"];

interface JudgedProps extends StandingProps {
  verdict: Verdict;
  figures: Figures;
  rules: StageRules;
}

/** The rooms of the two limits, and the equity. The cards below say the profit, and how far the target is. */
function Judged({ account, stage, verdict, rules, figures }: JudgedProps) {
  const now = useNow();
  const figureOf = (rule: Verdict["rules"][number]) =>
    ruleFigure(rule, {
      currency: stage.currency,
      timeZone: rules.day.timeZone,
      now,
      isFinal: verdict.endedAt !== null || stage.endedAt !== null,
      outcome: verdict.outcome,
      standing: breachStanding({ stage, accountStatus: account.status }),
      words: rules.words.find(({ list, index }) => list === "limits" && index === rule.index),
    });
  return (
    <>
      {rooms.map(({ kind, name }, at) => {
        const limit = tightestLimit(verdict, kind);
        if (!limit) {
          return <Figure key={name} name={name} value="—" note="The rules have no such limit" />;
        }
        const { note, meter, status, ...rest } = figureOf(limit);
        return (
          <Figure
            key={name}
            name={name}
            value={
              <Box
                component="span"
                sx={{ color: status.tone === "red" ? "var(--red)" : undefined }}
              >
                {roomWords(limit, { ...rest, note, meter, status })}
              </Box>
            }
            note={note}
            meter={meter}
            tone={status.tone}
            isMain={at === 0}
          />
        );
      })}
      <Equity currency={stage.currency} figures={figures} />
    </>
  );
}

interface FiguresProps {
  currency: string;
  /** Of the moment of the verdict; `null` without records. */
  figures: Figures;
}

function Equity({ currency, figures }: FiguresProps) {
  if (figures === null) return <Figure name="Equity" value="—" />;
  const { equity, equityAt, balance } = figures;
  return (
    <Figure
      name="Equity"
      value={formatMoney(equity ?? balance, currency)}
      note={equityAt ? `As of ${formatMoment(equityAt)}` : "Not observed; this is the balance"}
    />
  );
}

const row = {
  display: "grid",
  gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "1.4fr" },
  gridAutoFlow: { md: "column" },
  gridAutoColumns: { md: "minmax(0, 1fr)" },
  gap: "1px",
  margin: 0,
  overflow: "hidden",
  borderRadius: "inherit",
  background: "var(--line)",
  "& > div": {
    padding: { xs: "0.875rem 1rem", md: "1.125rem 1.25rem" },
    background: "var(--panel)",
  },
  // On phones, a row of its own for the first figure.
  "& > :first-of-type": { gridColumn: { xs: "1 / -1", md: "auto" } },
};

const waiting = <Skeleton width="7ch" />;

interface FigureProps {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  /** Its place is kept while it loads, so that what follows does not move. */
  meter?: RuleMeter | null | "waiting";
  /** Of the meter, which has the colour of the accent without one. */
  tone?: string;
  isMain?: boolean;
}

function Figure({ name, value, note, meter, tone, isMain = false }: FigureProps) {
  return (
    <div>
      <Box component="dt" sx={{ color: "text.secondary", fontSize: "var(--text-sm)" }}>
        {name}
      </Box>
      <Box component="dd" sx={{ ...figure, fontSize: isMain ? "var(--text-figure)" : "1.25rem" }}>
        {value}
      </Box>
      {meter ? (
        <Box component="dd" sx={{ "--bar": tone && meterColors[tone], marginBlock: "0.5rem 0" }}>
          {meter === "waiting" ? (
            <Skeleton shape="block" height={4} />
          ) : (
            <ProgressBar
              isMeter
              aria-label={`${name}: share of the limit`}
              value={meter.value}
              aria-valuetext={meter.text}
            />
          )}
        </Box>
      ) : null}
      {note ? (
        <Box
          component="dd"
          sx={{
            marginBlockStart: 0.5,
            color: "text.secondary",
            fontSize: "var(--text-xs)",
            textWrap: "pretty",
          }}
        >
          {note}
        </Box>
      ) : null}
    </div>
  );
}

const figure = {
  marginBlockStart: "0.25rem",
  fontWeight: 600,
  fontVariantNumeric: "tabular-nums",
  lineHeight: 1.2,
  letterSpacing: "-0.02em",
  overflowWrap: "anywhere",
};

interface WarningsProps {
  stage: Stage;
  verdict: Verdict;
  day: StageRules["day"];
}

/** Links to the letter about the breach of the stage, unless the breach was dismissed. */
function BreachLetter({ stage }: { stage: Stage }) {
  const { data: reviews = [] } = trpc.trader.reviews.list.useQuery(undefined, options);
  const review = reviews.find(({ stageId, kind }) => stageId === stage.id && kind === "breach");
  if (review?.status !== "open" && review?.status !== "confirmed") return null;
  const isOpen = review.status === "open";
  return (
    <Alert role="status" severity={isOpen ? "warning" : "error"} icon={<Icon name="alert" />}>
      <AlertTitle component="h2">
        {isOpen ? "A breach is being reviewed" : "A limit was breached"}
      </AlertTitle>
      <p>
        <Link to="/reviews/$id" params={{ id: String(review.id) }}>
          {isOpen
            ? "Read what was found and what happens next"
            : "Read what was found, what was decided and what you can do"}
        </Link>
      </p>
    </Alert>
  );
}

/** The warnings that still matter: those of the current trading day, and those about the limit of the stage. */
function Warnings({ stage, verdict, day }: WarningsProps) {
  const { data = [] } = trpc.trader.warnings.useQuery({ limit: 20 }, options);
  const now = useNow();
  return currentWarnings(data, { stage, verdict, day, now }).map(({ id, title, text }) => (
    <Alert key={id} role="status" severity="warning" icon={<Icon name="alert" />}>
      <AlertTitle component="h2">{title}</AlertTitle>
      <p>
        {text}{" "}
        <Link to="/" hash="how-this-is-judged">
          How this limit is judged
        </Link>
      </p>
    </Alert>
  ));
}
