import { wordsOfPayout } from "../../../src/business/rules/words.rule.ts";
import type { Rules } from "../../../src/business/rules/rules.schema.ts";
import { TextField } from "../../components/field/text-field.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { ChangesList } from "../../rules/changes-list.tsx";
import { WordsList } from "../../rules/words-list.tsx";
import styles from "./rules.module.css";
import type { RulesFormApi } from "./use-rules-form.ts";
import { useRulesPreview } from "./use-rules-preview.ts";

interface RulesPreviewProps {
  form: RulesFormApi;
  balance: string;
  onBalance: (balance: string) => void;
  /** The version that the new one replaces. */
  before: { version: number; rules: Rules } | undefined;
}

/** Shows the rules in words and dollars next to the form, and the differences from the previous version. */
export function RulesPreview({ form, balance, onBalance, before }: RulesPreviewProps) {
  const { preview, rules, isCurrent } = useRulesPreview(form, balance);
  return (
    <div className={styles.preview}>
      {before && rules ? (
        <Panel title={`Changes since version ${before.version}`}>
          <ChangesList before={before.rules} after={rules} />
        </Panel>
      ) : null}
      <Panel title="Preview" subtitle="What the rules mean for a stage.">
        <div className={styles.rules}>
          <TextField
            label="Initial balance"
            inputMode="decimal"
            autoComplete="off"
            value={balance}
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
  );
}
