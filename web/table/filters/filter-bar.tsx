import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { paymentMethods, paymentStates } from "../../../src/business/money/payouts/payout.rule.ts";
import {
  type WaitingActor,
  waitingActors,
  type WaitingKind,
  waitingKinds,
} from "../../../src/business/traders/waiting/waiting.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import { formatDollars } from "../../../src/platform/money/money.ts";
import { describeFieldFilter, isFieldFilter } from "./field-filters.ts";
import {
  bannedLabels,
  describeSet,
  type FilterName,
  type FilterSearch,
  type Flag,
} from "./filter-search.ts";

const FilterDialog = lazyComponent(() => import("./filter-dialog.tsx").then((m) => m.FilterDialog));

/** A change made by the filter dialog. */
export interface FilterChange extends FilterSearch {
  status?: string | undefined;
}

export interface FilterBarProps {
  /** The filters that the table supports. */
  names: readonly FilterName[];
  /** The word before the dates, as in "Registered from". */
  dateWord: string;
  /** Labels by status. */
  statuses: Readonly<Record<string, string>>;
  present: FilterChange;
  onChange: (change: FilterChange) => void;
  /** Other buttons of the table. */
  children?: ReactNode;
}

/** A button that opens the filter dialog, and the active filters, each of which can be removed. */
export function FilterBar(props: FilterBarProps) {
  const { names, dateWord, present, onChange, children } = props;
  const dialog = useDialog<null>();
  const chips = names.flatMap((name) => {
    const value = present[name];
    return value === undefined ? [] : [{ name, text: describe(name, value, dateWord) }];
  });
  return (
    <Box sx={{ flex: "1 1 auto", display: "flex", flexWrap: "wrap", gap: 1, minWidth: 0 }}>
      <Button size="small" aria-haspopup="dialog" onClick={() => dialog.open(null)}>
        <Icon name="filter" size={16} />
        Filters
      </Button>
      {children}
      {chips.map(({ name, text }) => (
        <Button
          key={name}
          size="small"
          aria-label={`Remove filter: ${text}`}
          onClick={() => onChange({ [name]: undefined })}
        >
          <Typography component="span" variant="inherit" noWrap sx={{ maxWidth: "16rem" }}>
            {text}
          </Typography>
          <Icon name="close" size={14} />
        </Button>
      ))}
      <Opened dialog={dialog}>{(frame) => <FilterDialog {...props} {...frame} />}</Opened>
    </Box>
  );
}

function describe(name: FilterName, value: string, dateWord: string): string {
  if (name === "from" || name === "to") {
    return `${dateWord} ${name === "from" ? "from" : "until"} ${formatDay(new Date(`${value}T00:00:00`))}`;
  }
  if (name === "minAmount") return `At least ${formatDollars(value)}`;
  if (name === "maxAmount") return `At most ${formatDollars(value)}`;
  if (name === "paymentMethod") return describeSet(paymentMethods, value);
  if (isFieldFilter(name)) return describeFieldFilter(name, value);
  if (name === "waitingFor") return `Waiting for: ${waitingKinds[value as WaitingKind]}`;
  if (name === "waitingActor") return `Acts next: ${waitingActors[value as WaitingActor]}`;
  if (name === "banned") return bannedLabels[value as Flag];
  if (name === "payment") return describeSet(paymentStates, value);
  return `Tag ${value}`;
}
