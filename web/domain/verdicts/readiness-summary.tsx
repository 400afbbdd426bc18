import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { PayoutRules } from "../../../src/business/rulebook/rules/rules.schema.ts";
import type { Readiness } from "../../../src/business/money/payouts/readiness.rule.ts";
import { TOTAL } from "../../../src/business/rulebook/statement/statement-words.rule.ts";
import { moneyIn, storedCents } from "../../../src/platform/money/money.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { sayMoment, sayTimes } from "../format/dates.ts";
import { readyWords, waitWords } from "./readiness-words.ts";
import { StatementTable } from "./statement-table.tsx";
import { useNow } from "./use-verdict.ts";

interface ReadinessSummaryProps {
  readiness: Readiness;
  /** The currency of the current stage. */
  currency: string;
  rules: PayoutRules;
}

/** Shows what is ready for a payout, what is missing, and how the amount is calculated. */
export function ReadinessSummary({ readiness, currency, rules }: ReadinessSummaryProps) {
  const { statement, share, withdrawable } = readiness;
  const missing = readiness.reasons.map(({ message }) => sayTimes(message));
  return (
    <Box sx={{ ...columns, gap: "1.25rem 2.5rem" }}>
      <div>
        <Stack
          component="p"
          direction="row"
          useFlexGap
          sx={{ flexWrap: "wrap", alignItems: "center", gap: "0.25rem 0.75rem" }}
        >
          <Badge tone={readiness.ready ? "green" : "gray"}>
            {readiness.ready ? "Ready" : "Not ready yet"}
          </Badge>
          <NextTime nextAt={readiness.nextAt} />
        </Stack>
        <Checks title="Missing" name="What is missing" texts={missing} isMissing />
        <Checks title="Ready" name="What is ready" texts={readyWords(readiness, rules)} />
      </div>
      <div>
        <Typography component="p" sx={{ color: "text.secondary" }}>
          {TOTAL}
        </Typography>
        <Typography component="p" variant="h1" sx={{ mb: 1.5 }}>
          {moneyIn(currency)(storedCents(withdrawable))}
        </Typography>
        {statement ? (
          <StatementTable statement={statement} currency={currency} share={share} isBrief />
        ) : null}
      </div>
    </Box>
  );
}

const columns = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
};

function NextTime({ nextAt }: Pick<Readiness, "nextAt">) {
  const now = useNow();
  if (nextAt === null) return null;
  return (
    <Typography
      component="span"
      variant="body2"
      sx={{ color: "text.secondary", fontVariantNumeric: "tabular-nums" }}
    >
      {`From ${sayMoment(new Date(nextAt))}, ${waitWords(nextAt, now)}`}
    </Typography>
  );
}

interface ChecksProps {
  title: string;
  name: string;
  texts: string[];
  isMissing?: boolean;
}

function Checks({ title, name, texts, isMissing = false }: ChecksProps) {
  if (texts.length === 0) return null;
  return (
    <section aria-label={name}>
      <Typography variant="overline" component="h3" sx={{ marginBlock: "0.75rem 0.25rem" }}>
        {title}
      </Typography>
      <Typography
        component="ul"
        variant="body2"
        sx={{
          ...(isMissing ? { display: "grid" } : columns),
          gap: "0.375rem 1.25rem",
          padding: 0,
          listStyle: "none",
          color: isMissing ? "text.primary" : "text.secondary",
          textWrap: "pretty",
          "& svg": { marginBlockStart: 0.25, color: isMissing ? "var(--orange)" : "var(--green)" },
        }}
      >
        {texts.map((text) => (
          <Stack key={text} component="li" direction="row" sx={{ gap: 1 }}>
            <Icon name={isMissing ? "close" : "check"} size={16} />
            <span>{text}</span>
          </Stack>
        ))}
      </Typography>
    </section>
  );
}
