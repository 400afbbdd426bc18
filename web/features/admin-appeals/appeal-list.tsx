import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  appealStatuses,
  type AppealStatus,
  appealSubjects,
  type AppealSubject,
} from "../../../src/business/decisions/appeals/appeal.rule.ts";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import {
  type ColumnChoice,
  type ColumnSearch,
  readColumns,
  rowsOf,
  shownColumns,
} from "../../table/columns/column-search.ts";
import { TableButtons } from "../../table/columns/table-buttons.tsx";
import { ExportButton } from "../../table/export/export-button.tsx";
import { FilterSelect } from "../../table/filters/filter-select.tsx";
import { PagedTable } from "../../table/grid/paged-table.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import {
  readTableSearch,
  tableState,
  type TableSearch,
  type TableState,
} from "../../table/state/table-search.ts";
import { readView, type ViewSearch } from "../../table/views/view-search.ts";
import { trpc } from "../../trpc.ts";

const AppealGrid = lazyComponent(() => import("./appeal-grid.tsx").then((m) => m.AppealGrid));

const sorts = ["id", "place"] as const;
type Sort = (typeof sorts)[number];

/** The columns of the table, with their headings. */
const appealColumns = {
  trader: "User",
  against: "Against",
  text: "Text",
  place: "State",
  id: "Sent",
} as const;

type AppealColumn = keyof typeof appealColumns;

const columnNames = keysOf(appealColumns);

export interface AppealSearch extends TableSearch<Sort, AppealStatus>, ColumnSearch, ViewSearch {
  subject?: AppealSubject | undefined;
}

/** A change of the table's state. */
interface AppealTableChange extends TableSearch, ColumnSearch, ViewSearch {
  subject?: AppealSubject | undefined;
}

export interface AppealTableState extends TableState<Sort, AppealStatus> {
  subject: AppealSubject | undefined;
  columns: readonly AppealColumn[];
}

export function readAppealSearch(raw: Record<string, unknown>): AppealSearch {
  return {
    ...readTableSearch(raw, sorts, appealStatuses),
    subject: appealSubjects.find((subject) => subject === raw.subject),
    columns: readColumns(columnNames, raw.columns),
    view: readView(raw.view),
  };
}

/** Open appeals come first unless another order is chosen, the oldest at the top. */
export function appealTableState(given: AppealSearch): AppealTableState {
  const { subject, columns, ...search } = given;
  const order = search.order ?? ((search.sort ?? "place") === "place" ? "asc" : "desc");
  return {
    ...tableState({ ...search, order }, "place"),
    subject,
    columns: shownColumns(columnNames, columns, columnNames),
  };
}

const options = { staleTime: staleTimes.adminPages };

export function prefetchAppeals(state: AppealTableState) {
  void prefetcher.admin.appeals.page.prefetch(rowsOf(state), options);
}

const statusLabels: Readonly<Record<AppealStatus, string>> = {
  open: "Open",
  granted: "Granted",
  denied: "Denied",
};

const subjectLabels: Readonly<Record<AppealSubject, string>> = {
  review: "Confirmed breach",
  payout: "Rejected payout",
};

interface AppealListProps {
  views: ReactNode;
  state: AppealTableState;
  onChange: (change: AppealTableChange) => void;
}

/** Lists the appeals of all traders. */
export function AppealList({ views, state, onChange }: AppealListProps) {
  const query = trpc.admin.appeals.page.useQuery(rowsOf(state), {
    ...options,
    placeholderData: keepPreviousData,
  });
  const choice: ColumnChoice<AppealColumn> = {
    list: "appeals",
    labels: appealColumns,
    shown: state.columns,
    defaults: columnNames,
    onChange,
  };
  return (
    <TableSurface views={views} tools={<Tools state={state} choice={choice} onChange={onChange} />}>
      <PagedTable noun="appeals" query={query} state={state} onChange={onChange}>
        {(page) => (
          <AppealGrid
            {...page}
            choice={choice}
            state={state}
            onChange={onChange}
            empty={<EmptyState icon="circleCheck" {...emptyTexts(state)} />}
          />
        )}
      </PagedTable>
    </TableSurface>
  );
}

function emptyTexts({ search, status, subject }: AppealTableState) {
  if (search !== "" || status !== undefined || subject !== undefined) {
    return { title: "No appeals found", text: "Try another search, or fewer filters." };
  }
  return {
    title: "No appeals",
    text: "Traders can appeal against a confirmed breach and a rejected payout request.",
  };
}

interface ToolsProps extends Pick<AppealListProps, "state" | "onChange"> {
  choice: ColumnChoice<AppealColumn>;
}

function Tools({ state, choice, onChange }: ToolsProps) {
  return (
    <>
      <SearchBox
        placeholder="Search by name, email, or login..."
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <FilterSelect
        label="State of the appeal"
        all="All states"
        options={statusLabels}
        value={state.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label="What the appeal is against"
        all="All decisions"
        options={subjectLabels}
        value={state.subject}
        onChange={(subject) => onChange({ subject })}
      />
      <TableButtons choice={choice}>
        <ExportButton table="appeals" query={rowsOf(state)} />
      </TableButtons>
    </>
  );
}
