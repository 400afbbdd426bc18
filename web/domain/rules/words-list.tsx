import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { RulePreview } from "../../../src/business/rulebook/rules/words.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Icon } from "../../components/icon/icon.tsx";

const headings = { limits: "Limits", objectives: "Objectives", conduct: "Conduct" } as const;

/** Few rules are about conduct, so their list is shown only if there are any. */
const listsOf = (rules: readonly { list: keyof typeof headings }[]) =>
  (["limits", "objectives", "conduct"] as const).filter(
    (list) => list !== "conduct" || rules.some((rule) => rule.list === list),
  );

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
    <div>
      <Warnings warnings={preview.warnings} />
      <Stack sx={{ gap: 2 }}>
        {listsOf(preview.rules).map((list) => (
          <Words key={list} title={headings[list]}>
            {preview.rules
              .filter((rule) => rule.list === list)
              .map(({ index, words, amount }) => (
                <li key={index}>
                  {amount === null ? null : (
                    <Box component="strong" sx={amountLook}>
                      {formatMoney(amount, currency)}
                    </Box>
                  )}
                  {words}
                </li>
              ))}
          </Words>
        ))}
        <Words title="Payouts">
          {payout.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </Words>
      </Stack>
    </div>
  );
}

const listLook = {
  gap: 1.25,
  padding: 0,
  listStyle: "none",
  overflowWrap: "anywhere",
};

const amountLook = { display: "block", fontWeight: 550, fontVariantNumeric: "tabular-nums" };

function Words({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <section>
      <Typography variant="subtitle2" component="h3" color="textSecondary">
        {title}
      </Typography>
      {children.length === 0 ? (
        <Typography color="textSecondary">None</Typography>
      ) : (
        <Stack component="ol" sx={{ ...listLook, marginBlockStart: 0.75 }}>
          {children}
        </Stack>
      )}
    </section>
  );
}

function Warnings({ warnings }: Pick<RulesPreview, "warnings">) {
  return (
    <div role="status">
      {warnings.length === 0 ? null : (
        <Alert
          role="presentation"
          severity="warning"
          icon={<Icon name="alert" />}
          sx={{ marginBlockEnd: 2 }}
        >
          <Stack component="ul" aria-label="Warnings" sx={listLook}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </Stack>
        </Alert>
      )}
    </div>
  );
}

/** Lists the differences between two versions of the rules, in words. */
export function ChangesList({ changes }: Readonly<{ changes: readonly string[] }>) {
  if (changes.length === 0) return <Typography color="textSecondary">No difference</Typography>;
  return (
    <Stack component="ul" sx={listLook}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </Stack>
  );
}
