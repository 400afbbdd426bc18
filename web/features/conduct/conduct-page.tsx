import Box from "@mui/material/Box";
import { type ReactNode, useState } from "react";
import type { Finding } from "../../../src/business/decisions/conduct/finding.schema.ts";
import { conductNames } from "../../../src/business/rulebook/kinds/conduct/conduct-names.rule.ts";
import { cursorPages } from "../../app/api-client/queries.ts";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../components/loaded/loaded-pages.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Disclosure } from "../../components/panel/disclosure.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { AppealSection } from "../../domain/appeals/appeal-parts.tsx";
import { FindingBadge, FindingFacts } from "../../domain/conduct/finding-facts.tsx";
import { exoneratingWords, findingSentence } from "../../domain/conduct/finding-words.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { useStageRules } from "../../domain/verdicts/use-verdict.ts";
import { trpc } from "../../trpc.ts";

interface ConductPageProps {
  /** The currency of a stage, by its id. */
  currencyOf: (stageId: number) => string;
  /** Renders the chart of a finding's stage. */
  chart: (finding: Finding) => ReactNode;
}

/** Lists what rules of conduct have found about the trader's own account, newest first. */
export function ConductPage({ currencyOf, chart }: ConductPageProps) {
  const query = trpc.trader.conduct.page.useInfiniteQuery(
    {},
    { ...cursorPages, refetchOnMount: "always" },
  );
  return (
    <>
      <PageHeader
        title="Conduct"
        subtitle="What the rules about how you trade have found, and what you can do about it"
      />
      <LoadedPages
        query={query}
        noun="findings"
        skeleton={5}
        empty={
          <EmptyState
            icon="circleCheck"
            title="Nothing was found"
            text="You have kept the rules about how you trade so far."
          />
        }
      >
        {(findings: Finding[]) => (
          <Stack>
            {findings.map((finding) => (
              <FindingPanel
                key={finding.id}
                finding={finding}
                currency={currencyOf(finding.stageId)}
                chart={chart}
              />
            ))}
          </Stack>
        )}
      </LoadedPages>
    </>
  );
}

interface FindingPanelProps extends Pick<ConductPageProps, "chart"> {
  finding: Finding;
  currency: string;
}

/** The sentence first, then what would have been no offence, the picture, and the appeal. */
function FindingPanel({ finding, currency, chart }: FindingPanelProps) {
  const { id, kind, index, stageId, foundAt, appeal, appealUntil, waiver } = finding;
  const { data: rules } = useStageRules("own", stageId);
  const [isCharted, setCharted] = useState(false);
  const name = conductNames[kind];
  const context = { currency, timeZone: rules?.day.timeZone };
  const exonerating = exoneratingWords(finding, context);
  const rule = rules?.words.find((each) => each.list === "conduct" && each.index === index);
  return (
    <Panel
      title={name}
      subtitle={`Found ${formatMoment(foundAt)}`}
      aside={<FindingBadge finding={finding} />}
    >
      <Stack>
        <p>{findingSentence(finding, context)}</p>
        {waiver ? <p>{`It was waived: ${waiver.reason}`}</p> : null}
        {exonerating && !waiver ? <p>{exonerating}</p> : null}
        <Disclosure summary="Details" name={`Details of finding ${id}`}>
          {rule ? <Box component="p">{rule.words}</Box> : null}
          <FindingFacts finding={finding} {...context} />
        </Disclosure>
        {isCharted ? (
          chart(finding)
        ) : (
          <Box>
            <Button size="small" onClick={() => setCharted(true)}>
              Show Chart
            </Button>
          </Box>
        )}
        {appeal || appealUntil ? (
          <section aria-label={`Appeal against finding ${id}`}>
            <Box component="h3" sx={{ marginBlockEnd: 1 }}>
              {appeal ? "Your Appeal" : "Appeal"}
            </Box>
            <AppealSection subject={{ kind: "finding", id }} appeal={appeal} until={appealUntil} />
          </section>
        ) : null}
      </Stack>
    </Panel>
  );
}
