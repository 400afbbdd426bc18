import type { ReactNode } from "react";
import type { StageRules } from "../../../src/business/trading/stages/stage-rules.schema.ts";
import type { Verdict } from "../../../src/business/judgement/engine/verdict.schema.ts";
import { timeInWords } from "../../../src/business/judgement/engine/findings.rule.ts";
import { gradeSentence, gradeWords } from "./verdict-words.ts";
import styles from "./verdicts.module.css";

interface HowJudgedProps {
  rules: StageRules;
  verdict: Verdict;
  children?: ReactNode;
}

/** Shows the evidence, the version of the rules in use, and each change of it with its reason. */
export function HowJudged({ rules, verdict, children }: HowJudgedProps) {
  return (
    <section id="how-this-is-judged" className={styles.origin} aria-label="How this is judged">
      <h3>How this is judged</h3>
      <p>{`Evidence: ${gradeWords[verdict.grade].toLowerCase()}. ${gradeSentence(verdict)}`}</p>
      <p>{`Judged by the rules “${nameOf(rules)}”.`}</p>
      {rules.changes.map((change) => (
        <Change key={change.at.getTime()} change={change} />
      ))}
      {children}
    </section>
  );
}

const nameOf = ({ name, version }: { name: string; version: number }) =>
  `${name}, version ${version}`;

function Change({ change }: { change: StageRules["changes"][number] }) {
  const { from, to, reason, at, differences } = change;
  const versions = from ? `“${nameOf(from)}” to “${nameOf(to)}”` : `none to “${nameOf(to)}”`;
  return (
    <div className={styles.change}>
      <p>{`Rules changed on ${timeInWords(at.getTime())}, from ${versions}: ${reason}`}</p>
      {differences.length === 0 ? null : (
        <details className={styles.details}>
          <summary>What changed</summary>
          <ul>
            {differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
