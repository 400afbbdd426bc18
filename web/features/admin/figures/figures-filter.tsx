import Box from "@mui/material/Box";
import type { BucketSize } from "../../../../src/business/watch/figures/figure-names.rule.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { Button } from "../../../components/button/button.tsx";
import { Select } from "../../../components/field/select.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { FilterSelect } from "../../../table/filters/filter-select.tsx";
import { trpc } from "../../../trpc.ts";
import { dayBeside, type FiguresSearch } from "./figures-search.ts";

const sizes = {
  period: "As a whole",
  month: "By month",
  week: "By week",
  day: "By day",
} as const satisfies Record<BucketSize, string>;

interface FiguresFilterProps {
  search: FiguresSearch;
  /** The period that is shown, if the address does not name it. */
  shown: { from: string; to: string } | undefined;
  /** The currencies that occur. */
  currencies: readonly string[];
  onChange: (change: FiguresSearch) => void;
}

/** The period, how it is divided, and what is counted. */
export function FiguresFilter({ search, shown, currencies, onChange }: FiguresFilterProps) {
  const programmes = trpc.admin.programmes.list.useQuery(
    { archived: true },
    { staleTime: staleTimes.adminPages },
  );
  const from = search.from ?? shown?.from;
  const to = search.to ?? shown?.to;
  const codes = new Set([...currencies, ...(search.currency ? [search.currency] : [])]);
  return (
    <Box component="form" aria-label="What is counted" sx={line}>
      <TextField
        layout="inline"
        label="From"
        type="date"
        value={from ?? ""}
        max={to && dayBeside(to, -1)}
        onChange={({ target }) => onChange({ from: target.value || undefined })}
      />
      <TextField
        layout="inline"
        label="To"
        type="date"
        value={to ? dayBeside(to, -1) : ""}
        min={from}
        onChange={({ target }) =>
          onChange({ to: target.value ? dayBeside(target.value, 1) : undefined })
        }
      />
      <Select
        layout="inline"
        isLabelHidden
        label="Divided"
        options={sizes}
        value={search.by ?? "month"}
        onChange={({ target }) => onChange({ by: target.value as BucketSize })}
      />
      <FilterSelect
        label="Programme"
        all="All programmes"
        options={Object.fromEntries((programmes.data ?? []).map(({ id, name }) => [id, name]))}
        value={search.programmeId?.toString()}
        onChange={(id) => onChange({ programmeId: id === undefined ? undefined : Number(id) })}
      />
      <FilterSelect
        label="Currency"
        all="All currencies"
        options={Object.fromEntries([...codes].toSorted().map((code) => [code, code]))}
        value={search.currency}
        onChange={(currency) => onChange({ currency })}
      />
      <Button size="small" onClick={() => window.print()}>
        Print
      </Button>
    </Box>
  );
}

const line = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "0.5rem 0.75rem",
  mb: 2.5,
  "@media print": { display: "none" },
};
