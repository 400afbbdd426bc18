import { useState } from "react";
import { describeRuleChanges } from "../../../src/business/judgement/rules/rules-changes.rule.ts";
import { previewRules, wordsOfPayout } from "../../../src/business/judgement/rules/words.rule.ts";
import { parseCents, plainAmount } from "../../../src/platform/money/money.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { ChangesList, WordsList } from "../../domain/rules/words-list.tsx";
import { versionName } from "../../domain/rules/rule-versions.tsx";
import type { ViewedVersion } from "./rule-set-list.tsx";
import { formatDuration } from "../../domain/format/duration.ts";
import styles from "./rules.module.css";

interface VersionDialogProps {
  viewed: ViewedVersion;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a version of the rules in words, and its differences from the previous one. */
export function VersionDialog({ viewed: { set, version }, isOpen, onClose }: VersionDialogProps) {
  const [balance, setBalance] = useState("100000.00");
  const { rules } = version;
  const cents = parseCents(plainAmount(balance));
  const before = set.versions.find((other) => other.version === version.version - 1);
  return (
    <ViewDialog
      title={versionName({ name: set.name, version: version.version })}
      isOpen={isOpen}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {version.note ? <p>{version.note}</p> : null}
      <Facts>
        <Fact name="Trading day">{`From ${rules.day.startsAt} in ${rules.day.timeZone}`}</Fact>
        <Fact name="Longest observation gap">
          {formatDuration(rules.observation.maxGapSeconds)}
        </Fact>
      </Facts>
      <TextField
        label="Initial balance"
        inputMode="decimal"
        autoComplete="off"
        value={balance}
        error={cents === null || cents < 0n ? "Enter an amount such as 100000.00" : undefined}
        onChange={({ target }) => setBalance(target.value)}
      />
      <WordsList
        preview={previewRules(rules, cents !== null && cents > 0n ? cents : 0n)}
        payout={wordsOfPayout(rules.payout)}
      />
      {before ? (
        <section className={styles.changes}>
          <h3>{`Changes since version ${before.version}`}</h3>
          <ChangesList changes={describeRuleChanges(before.rules, rules)} />
        </section>
      ) : null}
    </ViewDialog>
  );
}
