import { describeRuleChanges } from "../../src/business/rules/rules-changes.rule.ts";
import type { Rules } from "../../src/business/rules/rules.schema.ts";
import styles from "./words-list.module.css";

/** Describes the differences between two versions of the rules in words. */
export function ChangesList({ before, after }: { before: Rules; after: Rules }) {
  const changes = describeRuleChanges(before, after);
  if (changes.length === 0) return <p className={styles.none}>No difference</p>;
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}
