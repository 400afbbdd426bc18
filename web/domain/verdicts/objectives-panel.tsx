import type { ReactNode } from "react";
import type { Verdict } from "../../../src/business/judgement/engine/verdict.schema.ts";
import { Panel } from "../../components/panel/panel.tsx";
import { isLimit, ruleFigure, type RuleWords } from "./rule-figure.ts";
import { RuleRow } from "./rule-row.tsx";
import { useNow } from "./use-now.ts";
import { VerdictSummary } from "./verdict-summary.tsx";
import type { BreachStanding } from "./verdict-words.ts";
import styles from "./verdicts.module.css";

interface ObjectivesPanelProps {
  title?: string;
  verdict: Verdict;
  stage: { currency: string; endedAt: Date | null };
  standing: BreachStanding;
  /** The verdict is an earlier one, not the current one. */
  isEarlier?: boolean;
  /** The rules in words, as formatted by the server for the stage. */
  words?: readonly RuleWords[];
  /** Without it, the evidence is shown elsewhere. */
  hasEvidence?: boolean;
  /** Shown at the end of the heading's line. */
  actions?: ReactNode;
  /** Shown below the rules. */
  children?: ReactNode;
}

/** Shows the verdict on a stage, and each of its rules with its current figure. */
export function ObjectivesPanel(props: ObjectivesPanelProps) {
  const { title = "Objectives", verdict, standing, hasEvidence, actions, children } = props;
  if (verdict.rulesVersionId === null) {
    return (
      <Panel title={title} aside={actions}>
        <p className={styles.none}>No rules have been set for this stage, so nothing is judged.</p>
        {children}
      </Panel>
    );
  }
  return (
    <Panel title={title} aside={actions}>
      <VerdictSummary
        verdict={verdict}
        standing={standing}
        {...(hasEvidence !== undefined && { hasEvidence })}
      />
      <Rules {...props} />
      {children}
    </Panel>
  );
}

function Rules({ verdict, stage, standing, isEarlier, words }: ObjectivesPanelProps) {
  const now = useNow();
  const { outcome, endedAt, rules } = verdict;
  const isFinal = endedAt !== null || stage.endedAt !== null;
  const context = { currency: stage.currency, now, isFinal, isEarlier, outcome, standing };
  const group = (list: RuleWords["list"]) =>
    rules
      .filter((rule) => isLimit(rule) === (list === "limits"))
      .map((rule) => {
        const own = words?.find((each) => each.list === list && each.index === rule.index);
        const figure = ruleFigure(rule, { ...context, words: own });
        return <RuleRow key={rule.index} figure={figure} words={own?.words} />;
      });
  return (
    <div className={styles.groups}>
      <RuleGroup title="Limits">{group("limits")}</RuleGroup>
      <RuleGroup title="Targets">{group("objectives")}</RuleGroup>
    </div>
  );
}

function RuleGroup({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={styles.rules}>{children}</ul>
    </section>
  );
}
