import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import type {
  RuleSet,
  RuleVersion,
} from "../../../../src/business/rulebook/rules/rule-set.schema.ts";
import { describeRuleChanges } from "../../../../src/business/rulebook/rules/rules-changes.rule.ts";
import { previewRules, wordsOfPayout } from "../../../../src/business/rulebook/rules/words.rule.ts";
import { parseCents, plainAmount } from "../../../../src/platform/money/money.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { Button } from "../../../components/button/button.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { formatDuration } from "../../../domain/format/dates.ts";
import { useRuleSets, versionName } from "../../../domain/rules/rule-versions.tsx";
import { ChangesList, WordsList } from "../../../domain/rules/words-list.tsx";

/** A version with the set that it belongs to. */
interface ViewedVersion {
  set: RuleSet;
  version: RuleVersion;
}

/** Returns like a query, which has the sets already if the page has. */
function useViewedVersion(id: number) {
  const { data: sets, error } = useRuleSets();
  const set = sets?.find(({ versions }) => versions.some((version) => version.id === id));
  const version = set?.versions.find((each) => each.id === id);
  const found = useMemo(() => (set && version ? { set, version } : null), [set, version]);
  return { data: sets && found, error };
}

interface VersionDialogProps extends DialogProps {
  subject: ViewedVersion;
}

export const VersionDialog = withSubject(useViewedVersion, "version", ViewVersion);

/** Shows a version of the rules in words, and its differences from the previous one. */
function ViewVersion({ subject: { set, version }, isOpen, onClose }: VersionDialogProps) {
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
        <Stack component="section" sx={{ gap: 0.75 }}>
          <Typography variant="subtitle2" component="h3" color="textSecondary">
            {`Changes since version ${before.version}`}
          </Typography>
          <ChangesList changes={describeRuleChanges(before.rules, rules)} />
        </Stack>
      ) : null}
    </ViewDialog>
  );
}
