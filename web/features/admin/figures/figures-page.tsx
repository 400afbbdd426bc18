import { staleTimes } from "../../../app/api-client/query-client.ts";
import { useMay } from "../../../app/session/use-may.ts";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { trpc } from "../../../trpc.ts";
import { AttemptsTable } from "./attempts-panel.tsx";
import { BreachesTable } from "./breaches-panel.tsx";
import { FigurePanel } from "./figure-panel.tsx";
import { FiguresFilter } from "./figures-filter.tsx";
import type { FiguresSearch } from "./figures-search.ts";
import { FiguresSentence } from "./figures-sentence.tsx";
import { LiabilityTables } from "./liability-panel.tsx";
import { MoneyTables } from "./money-panel.tsx";
import { StepsTable } from "./steps-panel.tsx";
import { WaitingTables } from "./waiting-panel.tsx";

interface FiguresPageProps {
  search: FiguresSearch;
  onChange: (change: FiguresSearch) => void;
}

const fresh = { staleTime: staleTimes.adminPages };

/** Shows the conclusion of the period, then its figures. */
export function FiguresPage({ search, onChange }: FiguresPageProps) {
  const seesAll = useMay("figures.read");
  const whole = { ...search, by: "period" as const };
  const attempts = trpc.admin.figures.cohorts.useQuery(whole, { ...fresh, enabled: seesAll });
  const sums = trpc.admin.figures.money.useQuery(whole, fresh);
  const currencies = sums.data?.rows.flatMap(({ currency }) => currency ?? []) ?? [];
  return (
    <>
      <FiguresFilter
        search={search}
        shown={sums.data}
        currencies={currencies}
        onChange={onChange}
      />
      <Loaded query={sums} noun="the figures" skeleton={1}>
        {(data) =>
          seesAll ? (
            <Loaded query={attempts} noun="the figures" skeleton={1}>
              {(ofAttempts) => <FiguresSentence attempts={ofAttempts} sums={data} />}
            </Loaded>
          ) : (
            <FiguresSentence attempts={undefined} sums={data} />
          )
        }
      </Loaded>
      <Stack>
        {seesAll ? <AttemptsPanel search={search} /> : null}
        <MoneyPanel search={search} />
        <LiabilityPanel search={search} />
        {seesAll ? <OtherPanels search={search} /> : null}
      </Stack>
    </>
  );
}

interface PanelProps {
  search: FiguresSearch;
}

const nothing = (title: string) => <EmptyState icon="document" title={title} />;

function AttemptsPanel({ search }: PanelProps) {
  const query = trpc.admin.figures.cohorts.useQuery(search, fresh);
  return (
    <FigurePanel
      title="Attempts"
      subtitle="How far they came, by when they started"
      figure="cohorts"
      query={search}
    >
      <Loaded query={query} noun="the attempts" skeleton={6}>
        {(answer) => <AttemptsTable answer={answer} />}
      </Loaded>
    </FigurePanel>
  );
}

function MoneyPanel({ search }: PanelProps) {
  const query = trpc.admin.figures.money.useQuery(search, fresh);
  return (
    <FigurePanel
      title="Money"
      subtitle="What was sold, requested and paid, when it happened"
      figure="money"
      query={search}
    >
      <Loaded query={query} noun="the money" skeleton={6}>
        {(answer) =>
          answer.rows.length === 0 ? (
            nothing("No money in this period")
          ) : (
            <MoneyTables answer={answer} />
          )
        }
      </Loaded>
    </FigurePanel>
  );
}

function LiabilityPanel({ search: { from, to, by: _by, ...filter } }: PanelProps) {
  const query = trpc.admin.figures.liability.useQuery(filter, fresh);
  const history = trpc.admin.figures.liabilityHistory.useQuery({ from, to }, fresh);
  // The days are those of the whole firm.
  const isFiltered = filter.programmeId !== undefined;
  return (
    <FigurePanel
      title="Liability"
      subtitle="What is approved and not paid, and what traders can withdraw when"
      figure="liability"
      query={filter}
    >
      <Loaded query={query} noun="the liability" skeleton={6}>
        {(answer) =>
          answer.rows.length === 0 ? (
            nothing("Nothing is owed")
          ) : (
            <LiabilityTables answer={answer} days={isFiltered ? [] : (history.data ?? [])} />
          )
        }
      </Loaded>
    </FigurePanel>
  );
}

function OtherPanels({ search }: PanelProps) {
  const { by, ...period } = search;
  // Steps are compared over the whole period unless the address says otherwise.
  const ofSteps = { ...period, ...(by && { by }) };
  const steps = trpc.admin.figures.funnel.useQuery(ofSteps, fresh);
  const breaches = trpc.admin.figures.breaches.useQuery(search, fresh);
  const waits = trpc.admin.figures.waiting.useQuery(search, fresh);
  return (
    <>
      <FigurePanel
        title="Steps"
        subtitle="Stages that started in the period, as they stand now"
        figure="funnel"
        query={ofSteps}
      >
        <Loaded query={steps} noun="the steps" skeleton={6}>
          {(answer) =>
            answer.rows.length === 0 ? (
              nothing("No stage started in this period")
            ) : (
              <StepsTable answer={answer} />
            )
          }
        </Loaded>
      </FigurePanel>
      <FigurePanel
        title="Breaches"
        subtitle="Which rules were broken, by what was decided until now"
        figure="breaches"
        query={search}
      >
        <Loaded query={breaches} noun="the breaches" skeleton={6}>
          {(answer) =>
            answer.rows.length === 0 ? (
              nothing("No breach in this period")
            ) : (
              <BreachesTable answer={answer} />
            )
          }
        </Loaded>
      </FigurePanel>
      <FigurePanel
        title="Waiting"
        subtitle="How long decisions and payments took, by when they ended"
        figure="waiting"
        query={search}
      >
        <Loaded query={waits} noun="the waits" skeleton={6}>
          {(answer) => <WaitingTables answer={answer} />}
        </Loaded>
      </FigurePanel>
    </>
  );
}
