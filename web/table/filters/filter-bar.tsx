import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import {
  isAboveTable,
  shownFilters,
  type TableFilters,
} from "../../../src/business/office/tables/filters.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { FilterControls } from "./filter-control.tsx";
import { describeFilter, type FilterValues } from "./filter-values.ts";

const FilterDialog = lazyComponent(() => import("./filter-dialog.tsx").then((m) => m.FilterDialog));

export interface FilterBarProps {
  filters: TableFilters;
  values: FilterValues;
  /** By filter: its control in the dialog, if it is not that of its kind. */
  controls?: FilterControls;
  onChange: (change: FilterValues) => void;
  /** Other buttons of the table. */
  children?: ReactNode;
}

/** A button that opens the dialog of all filters, and those of them that are set, each of which can be removed. */
export function FilterBar(props: FilterBarProps) {
  const { filters, values, onChange, children } = props;
  const dialog = useDialog<null>();
  const chips = shownFilters(filters).flatMap(([name, filter]) => {
    const value = values[name];
    if (value === undefined || isAboveTable(filter)) return [];
    return [{ name, text: describeFilter(filter, value) }];
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
