import { traderColumnLabels } from "../../../src/business/traders/trader-columns.rule.ts";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { SelectButton } from "../../table/bulk/select-button.tsx";
import type { Selection } from "../../table/bulk/selection.ts";
import { ColumnsButton } from "../../table/columns/columns-button.tsx";
import { Select } from "../../components/field/select.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import { ExportButton } from "../../table/export/export-button.tsx";
import { FilterBar, withChosenSet } from "../../table/filters/filter-bar.tsx";
import { accountStatusLabels, verdictLabels } from "../../domain/format/status-labels.ts";
import { useMay } from "../../app/session/use-may.ts";
import {
  defaultColumns,
  userFilters,
  userQuery,
  type UserTableChange,
  type UserTableState,
} from "./use-user-page.ts";
import styles from "./users.module.css";

interface UserToolsProps {
  state: UserTableState;
  selection: Selection<JudgedTrader>;
  onChange: (change: UserTableChange) => void;
}

/** The search, the filters and the buttons above the table of users. */
export function UserTools({ state, selection, onChange }: UserToolsProps) {
  // Every role that may change accounts may also change tags.
  const maySelect = useMay("tags.write");
  return (
    <>
      <SearchBox
        placeholder="Search by name, email, or login..."
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <Select
        layout="inline"
        isLabelHidden
        label="Account status"
        placeholder="All statuses"
        options={withChosenSet(accountStatusLabels, state.status)}
        value={state.status ?? ""}
        onChange={({ target }) => onChange({ status: target.value })}
      />
      <Select
        layout="inline"
        isLabelHidden
        label="Verdict"
        placeholder="All verdicts"
        options={verdictLabels}
        value={state.verdict ?? ""}
        onChange={({ target }) => onChange({ verdict: target.value || undefined })}
      />
      <FilterBar
        names={userFilters}
        dateWord="Registered"
        statuses={accountStatusLabels}
        present={{ ...state.filters, status: state.status }}
        onChange={onChange}
      >
        {maySelect ? <SelectButton selection={selection} /> : null}
        <ExportButton
          table="users"
          query={{
            ...userQuery(state),
            columns: state.columns?.join(","),
          }}
        />
        <ColumnsButton
          labels={traderColumnLabels}
          shown={state.columns ?? defaultColumns}
          defaults={defaultColumns}
          onChange={onChange}
        />
      </FilterBar>
      {state.sort === "roomToday" ? (
        <p className={styles.note}>
          Only accounts with a daily loss limit whose verdict is in progress
        </p>
      ) : null}
    </>
  );
}
