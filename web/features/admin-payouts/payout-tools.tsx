import { payoutColumnLabels } from "../../../src/business/money/payouts/payout.rule.ts";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { SelectButton } from "../../table/bulk/select-button.tsx";
import type { Selection } from "../../table/bulk/selection.ts";
import { ColumnsButton } from "../../table/columns/columns-button.tsx";
import { Select } from "../../components/field/select.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import { ExportButton } from "../../table/export/export-button.tsx";
import { FilterBar, withChosenSet } from "../../table/filters/filter-bar.tsx";
import { payoutStatusLabels } from "../../domain/format/status-labels.ts";
import { useMay } from "../../app/session/use-may.ts";
import {
  defaultColumns,
  payoutFilters,
  payoutQuery,
  type PayoutTableChange,
  type PayoutTableState,
} from "./use-payout-page.ts";

interface PayoutToolsProps {
  state: PayoutTableState;
  selection: Selection<PayoutRow>;
  /** The requests of one trader are few enough to do with the status alone. */
  isOfOneTrader: boolean;
  onChange: (change: PayoutTableChange) => void;
}

/** The search, the filters and the buttons above the table of payout requests. */
export function PayoutTools({ state, selection, isOfOneTrader, onChange }: PayoutToolsProps) {
  const maySelect = useMay("payouts.decide");
  return (
    <>
      {isOfOneTrader ? null : (
        <SearchBox
          placeholder="Search by user or ID..."
          value={state.search}
          onSearch={(search) => onChange({ search })}
        />
      )}
      <Select
        layout="inline"
        isLabelHidden
        label="Request status"
        placeholder="All statuses"
        options={withChosenSet(payoutStatusLabels, state.status)}
        value={state.status ?? ""}
        onChange={(event) => onChange({ status: event.target.value })}
      />
      {isOfOneTrader ? null : (
        <FilterBar
          names={payoutFilters}
          dateWord="Requested"
          statuses={payoutStatusLabels}
          present={{ ...state.filters, status: state.status }}
          onChange={onChange}
        >
          {maySelect ? <SelectButton selection={selection} /> : null}
          <ExportButton
            table="payouts"
            query={{ ...payoutQuery(state), columns: state.columns?.join(",") }}
          />
          <ColumnsButton
            labels={payoutColumnLabels}
            shown={state.columns ?? defaultColumns}
            defaults={defaultColumns}
            onChange={onChange}
          />
        </FilterBar>
      )}
    </>
  );
}
