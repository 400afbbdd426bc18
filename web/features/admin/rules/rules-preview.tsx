import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useState } from "react";
import { describeRuleChanges } from "../../../../src/business/rulebook/rules/rules-changes.rule.ts";
import type { Rules } from "../../../../src/business/rulebook/rules/rules.schema.ts";
import { wordsOfPayout } from "../../../../src/business/rulebook/rules/words.rule.ts";
import { parseCents, plainAmount } from "../../../../src/platform/money/money.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { ChangesList, WordsList } from "../../../domain/rules/words-list.tsx";
import { trpc } from "../../../trpc.ts";
import { readValidRules, type RulesFormApi } from "./rules-form-schema.ts";
import type { RulesForm } from "./rules-form.ts";
import { RulesTrial } from "./rules-trial.tsx";

interface RulesPreviewProps {
  form: RulesFormApi;
  balance: string;
  onBalance: (balance: string) => void;
  /** The version that the new one replaces. */
  before: { version: number; rules: Rules } | undefined;
  /** The rule set of the new version. */
  ruleSetId: number | undefined;
  /** The buttons of the form, which stay in view with the preview. */
  children: ReactNode;
}

/**
 * Shows the rules in words and dollars next to the form, below the differences from the previous version. On small
 * screens, a bar at the bottom opens them.
 */
export function RulesPreview(props: RulesPreviewProps) {
  const { form, balance, onBalance, before, ruleSetId, children } = props;
  const [isOpen, setOpen] = useState(false);
  const { preview, rules, isKnown, isCurrent } = useRulesPreview(form, balance);
  const changes = before && rules ? describeRuleChanges(before.rules, rules) : [];
  return (
    <Box sx={dockLook}>
      <Box sx={{ [WIDE]: { display: "none" } }}>
        <Button aria-expanded={isOpen} onClick={() => setOpen((is) => !is)}>
          {isOpen ? "Hide Preview" : "Preview"}
          {changes.length > 0 ? ` · ${formatCountOf(changes.length, "change")}` : ""}
        </Button>
      </Box>
      <Box sx={[previewLook, isOpen && openLook]}>
        {before && rules ? (
          <Panel title={`Changes since version ${before.version}`}>
            <ChangesList changes={changes} />
          </Panel>
        ) : null}
        <Panel title="Preview" subtitle="What the rules mean for a stage.">
          <Stack sx={{ gap: 2.25 }}>
            <TextField
              label="Initial balance"
              inputMode="decimal"
              autoComplete="off"
              value={balance}
              error={isKnown ? undefined : "Enter an amount such as 100000.00"}
              onChange={({ target }) => onBalance(target.value)}
            />
            {isCurrent ? null : (
              <Typography color="textSecondary">
                The preview appears once every field is valid.
              </Typography>
            )}
            {preview && rules ? (
              <WordsList preview={preview} payout={wordsOfPayout(rules.payout)} />
            ) : null}
            <RulesTrial rules={isCurrent ? rules : undefined} ruleSetId={ruleSetId} />
          </Stack>
        </Panel>
      </Box>
      <Box sx={actionsLook}>{children}</Box>
    </Box>
  );
}

/** From this width, the preview is next to the form; below, it opens from a bar at the bottom. */
const WIDE = "@media (width >= 1024px)";

const dockLook = {
  position: "sticky",
  insetBlockEnd: 0,
  zIndex: 5,
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gap: 1,
  marginInline: "calc(-1 * var(--page-gutter))",
  padding: "0.75rem var(--page-gutter)",
  borderTop: "1px solid var(--line-strong)",
  background: "var(--panel)",
  [WIDE]: {
    insetBlock: "4.5rem auto",
    display: "flex",
    flexDirection: "column",
    gap: 2.5,
    maxBlockSize: "calc(100dvh - 5.5rem)",
    overflowY: "auto",
    margin: 0,
    padding: 0,
    border: 0,
    background: "none",
  },
};

const previewLook = {
  display: "none",
  gap: 2.5,
  alignContent: "start",
  minInlineSize: 0,
  [WIDE]: { display: "grid" },
};

const openLook = {
  display: "grid",
  gridColumn: "1 / -1",
  order: -1,
  maxBlockSize: "60dvh",
  overflowY: "auto",
  [WIDE]: { maxBlockSize: "none", overflowY: "visible" },
};

const actionsLook = {
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "flex-end",
  gap: 1,
  // Above the preview, whose length changes.
  [WIDE]: { order: -1 },
  // The page has another link to the list.
  "@media (width < 480px)": { "& > a": { display: "none" } },
};

/** Milliseconds without typing before the preview is updated. */
const DEBOUNCE = 300;

/** Previews the rules in a form for a balance while they are edited. */
function useRulesPreview(form: RulesFormApi, typedBalance: string) {
  const balance = plainAmount(typedBalance);
  const isKnown = (parseCents(balance) ?? -1n) >= 0n;
  const values = JSON.stringify(form.watch());
  const { data, mutate } = trpc.admin.rules.preview.useMutation();
  const [valid, setValid] = useState<Rules>();
  const [isCurrent, setCurrent] = useState(true);

  useEffect(() => {
    function follow() {
      const rules = readValidRules(JSON.parse(values) as RulesForm);
      setCurrent(rules !== undefined && isKnown);
      if (!rules) return;
      setValid(rules);
      if (isKnown) mutate({ rules, initialBalance: balance });
    }
    const timer = setTimeout(follow, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [values, balance, isKnown, mutate]);

  return {
    preview: data,
    /** The last rules that were valid. */
    rules: valid,
    /** Whether the balance is an amount. */
    isKnown,
    /** Whether the preview matches the current form. */
    isCurrent,
  };
}
