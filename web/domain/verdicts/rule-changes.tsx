import type { ReactNode } from "react";
import type { StageRules } from "../../../src/business/trading/stages/stage-rules.schema.ts";
import { timeInWords } from "../../../src/business/judgement/engine/findings.rule.ts";
import styles from "./verdicts.module.css";

interface RuleChangesProps {
  rules: StageRules;
  children?: ReactNode;
}

/** Shows the version of the rules in use, and each change of it with its reason. */
export function RuleChanges({ rules, children }: RuleChangesProps) {
  return (
    <div className={styles.origin}>
      <p>{`Judged by the rules “${nameOf(rules)}”.`}</p>
      {rules.changes.map((change) => (
        <Change key={change.at.getTime()} change={change} />
      ))}
      {children}
    </div>
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
