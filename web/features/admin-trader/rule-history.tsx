import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { type NamedVersion, versionName } from "../../domain/rules/rule-versions.tsx";
import styles from "./stages.module.css";

interface RuleHistoryProps {
  changes: Stage["ruleChanges"];
  versions: ReadonlyMap<number, NamedVersion>;
}

/** Lists when and why the rules of a stage changed, newest first. */
export function RuleHistory({ changes, versions }: RuleHistoryProps) {
  if (changes.length === 0) return null;
  const nameOf = (id: number | null) => {
    const version = id === null ? undefined : versions.get(id);
    return version ? versionName(version) : "no rules";
  };
  return (
    <section className={styles.section}>
      <h3>Changes</h3>
      <ol className={styles.changes}>
        {changes.map(({ from, to, reason, at }) => (
          <li key={at.getTime()}>
            <span>{`From ${nameOf(from)} to ${nameOf(to)}`}</span>
            <span>{reason}</span>
            <time dateTime={at.toISOString()} className={styles.soft}>
              {formatMoment(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
