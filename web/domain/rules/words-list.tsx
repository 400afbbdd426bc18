import type { RulePreview } from "../../../src/business/judgement/rules/words.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Icon } from "../../components/icon/icon.tsx";
import styles from "./words-list.module.css";

const headings = { limits: "Limits", objectives: "Objectives" } as const;

interface RulesPreview {
  rules: Omit<RulePreview, "kind">[];
  warnings: string[];
}

interface WordsListProps {
  preview: RulesPreview;
  /** The terms of payouts, one sentence each. */
  payout: readonly string[];
  /** The currency of the amounts; US dollars by default. */
  currency?: string;
}

/** Shows rules in words and in money, with warnings about what may not be intended. */
export function WordsList({ preview, payout, currency = "USD" }: WordsListProps) {
  return (
    <div className={styles.words}>
      <Warnings warnings={preview.warnings} />
      {(["limits", "objectives"] as const).map((list) => (
        <section key={list}>
          <h3>{headings[list]}</h3>
          <RuleWords
            rules={preview.rules.filter((rule) => rule.list === list)}
            currency={currency}
          />
        </section>
      ))}
      <section>
        <h3>Payouts</h3>
        {payout.length === 0 ? (
          <p className={styles.none}>None</p>
        ) : (
          <ul>
            {payout.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function RuleWords({ rules, currency }: Pick<RulesPreview, "rules"> & { currency: string }) {
  if (rules.length === 0) return <p className={styles.none}>None</p>;
  return (
    <ol>
      {rules.map(({ index, words, amount }) => (
        <li key={index}>
          {amount === null ? null : <strong>{formatMoney(amount, currency)}</strong>}
          {words}
        </li>
      ))}
    </ol>
  );
}

function Warnings({ warnings }: Pick<RulesPreview, "warnings">) {
  return (
    <div role="status">
      {warnings.length === 0 ? null : (
        <ul aria-label="Warnings" className={styles.warnings}>
          {warnings.map((warning) => (
            <li key={warning}>
              <Icon name="alert" size={16} />
              <span>{warning}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Lists the differences between two versions of the rules, in words. */
export function ChangesList({ changes }: Readonly<{ changes: readonly string[] }>) {
  if (changes.length === 0) return <p className={styles.none}>No difference</p>;
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}
