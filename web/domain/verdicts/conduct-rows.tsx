import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type {
  ConductFinding,
  ConductVerdict,
} from "../../../src/business/rulebook/engine/conduct-verdict.schema.ts";
import { conductNames } from "../../../src/business/rulebook/kinds/conduct/conduct-names.rule.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Disclosure } from "../../components/panel/disclosure.tsx";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { sayTimes } from "../format/dates.ts";
import { formatCountOf } from "../format/figures.ts";
import type { RuleWords } from "./rule-figure.ts";
import { type BreachStanding, conductStatus } from "./verdict-words.ts";

interface ConductRowsProps {
  conduct: readonly ConductVerdict[];
  standing: BreachStanding;
  currency: string;
  words: readonly RuleWords[] | undefined;
  timeZone: string | undefined;
}

/** Shows the rules of conduct of a stage, each with what it has found. */
export function ConductRows({ conduct, ...context }: ConductRowsProps) {
  if (conduct.length === 0) return null;
  return (
    <Box component="section" aria-label="Conduct" sx={{ marginBlockStart: 2.5 }}>
      <Typography variant="overline" component="h3">
        Conduct
      </Typography>
      <Box component="ul" sx={listLook}>
        {conduct.map((rule) => (
          <ConductRow key={rule.index} rule={rule} {...context} />
        ))}
      </Box>
    </Box>
  );
}

const listLook = {
  padding: 0,
  listStyle: "none",
  "& > * + *": { borderTop: 1, borderColor: "divider" },
};

interface ConductRowProps extends Omit<ConductRowsProps, "conduct"> {
  rule: ConductVerdict;
}

function ConductRow({ rule, standing, currency, words, timeZone }: ConductRowProps) {
  const { kind, index, status, strikes, reason, findings } = rule;
  const name = conductNames[kind];
  const { word, tone } = conductStatus(status, standing);
  const own = words?.find((each) => each.list === "conduct" && each.index === index);
  return (
    <Stack component="li" sx={{ gap: 0.75, paddingBlock: 1.75, textWrap: "pretty" }}>
      <Stack
        direction="row"
        useFlexGap
        sx={{ flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: 0.75 }}
      >
        <Typography component="h4" sx={{ fontWeight: 550 }}>
          {name}
        </Typography>
        <Badge tone={tone}>{word}</Badge>
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {strikes ? `${strikes.count} of ${formatCountOf(strikes.of, "strike")}. ` : ""}
        {findings.length > 1
          ? formatCountOf(findings.length, "finding")
          : sayTimes(reason, timeZone)}
      </Typography>
      {own || findings.length > 0 ? (
        <Disclosure summary="Details" name={`Details of ${name}`}>
          {own ? <Box component="p">{own.words}</Box> : null}
          <Box component="ul" sx={{ marginBlockStart: 0.75, paddingInlineStart: 2.25 }}>
            {findings.map((finding) => (
              <li key={finding.key}>{findingWords(finding, currency, timeZone)}</li>
            ))}
          </Box>
        </Disclosure>
      ) : null}
    </Stack>
  );
}

/** Says what was found, and what it costs. */
export function findingWords(
  { reason, status, deduction, strike }: ConductFinding,
  currency: string,
  timeZone: string | undefined,
): string {
  const costs = [
    ...(status === "stands" && deduction !== null
      ? [`${formatMoney(deduction, currency)} is deducted from the payable profit.`]
      : []),
    ...(strike === null ? [] : [`This is strike ${strike}.`]),
  ];
  return [sayTimes(reason, timeZone), ...costs].join(" ");
}
