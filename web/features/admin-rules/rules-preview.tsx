import { useState, type ReactNode } from "react";
import { describeRuleChanges } from "../../../src/business/judgement/rules/rules-changes.rule.ts";
import { wordsOfPayout } from "../../../src/business/judgement/rules/words.rule.ts";
import type { Rules } from "../../../src/business/judgement/rules/rules.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatCountOf } from "../../domain/format/counts.ts";
import { ChangesList, WordsList } from "../../domain/rules/words-list.tsx";
import styles from "./rules.module.css";
import type { RulesFormApi } from "./use-rules-form.ts";
import { useRulesPreview } from "./use-rules-preview.ts";

interface RulesPreviewProps {
  form: RulesFormApi;
  balance: string;
  onBalance: (balance: string) => void;
  /** The version that the new one replaces. */
  before: { version: number; rules: Rules } | undefined;
  /** The buttons of the form, which stay in view with the preview. */
  children: ReactNode;
}

/**
 * Shows the rules in words and dollars next to the form, below the differences from the previous version. On small
 * screens, a bar at the bottom opens them.
 */
export function RulesPreview(props: RulesPreviewProps) {
  const { form, balance, onBalance, before, children } = props;
  const [isOpen, setOpen] = useState(false);
  const { preview, rules, isKnown, isCurrent } = useRulesPreview(form, balance);
  const changes = before && rules ? describeRuleChanges(before.rules, rules) : [];
  return (
    <div className={styles.dock}>
      <div className={styles.toggle}>
        <Button aria-expanded={isOpen} onClick={() => setOpen((is) => !is)}>
          {isOpen ? "Hide Preview" : "Preview"}
          {changes.length > 0 ? ` · ${formatCountOf(changes.length, "change")}` : ""}
        </Button>
      </div>
      <div className={styles.preview} data-open={isOpen ? "" : undefined}>
        {before && rules ? (
          <Panel title={`Changes since version ${before.version}`}>
            <ChangesList changes={changes} />
          </Panel>
        ) : null}
        <Panel title="Preview" subtitle="What the rules mean for a stage.">
          <div className={styles.rules}>
            <TextField
              label="Initial balance"
              inputMode="decimal"
              autoComplete="off"
              value={balance}
              error={isKnown ? undefined : "Enter an amount such as 100000.00"}
              onChange={({ target }) => onBalance(target.value)}
            />
            {isCurrent ? null : (
              <p className={styles.soft}>The preview appears once every field is valid.</p>
            )}
            {preview && rules ? (
              <WordsList preview={preview} payout={wordsOfPayout(rules.payout)} />
            ) : null}
          </div>
        </Panel>
      </div>
      <div className={styles.formActions}>{children}</div>
    </div>
  );
}
