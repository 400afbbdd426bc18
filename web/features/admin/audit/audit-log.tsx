import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import {
  auditActionCodes,
  auditActions,
  auditGroups,
} from "../../../../src/business/watch/audit-log/audit-actions.rule.ts";
import type { AuditAction } from "../../../../src/identity/audit/audit-event.rule.ts";
import { Button } from "../../../components/button/button.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { LoadedPages } from "../../../components/loaded/loaded-pages.tsx";
import { SearchBox } from "../../../components/search/search-box.tsx";
import { EventDays, EventSkeletons } from "../../../domain/history/event-list.tsx";
import { FilterSelect } from "../../../table/filters/filter-select.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { auditQuery, type AuditSearch, useAuditLog } from "./audit-query.ts";

interface AuditLogProps {
  views?: ReactNode;
  search: AuditSearch;
  onChange: (change: AuditSearch) => void;
  /** Limits the log to one trader; unlike the filter of that name, it cannot be removed. */
  ofTrader?: number;
}

/** Lists who did what, newest first. */
export function AuditLog({ views, search, onChange, ofTrader: userId }: AuditLogProps) {
  const ofTrader = userId === undefined ? undefined : { traderId: String(userId) };
  const log = useAuditLog(auditQuery({ ...search, ...ofTrader }));
  return (
    <TableSurface
      views={views}
      tools={<AuditFilters search={search} onChange={onChange} traderName={nameOf(search, log)} />}
    >
      <LoadedPages
        query={log}
        noun="events"
        skeleton={<EventSkeletons name="Loading events" rows={8} />}
        isInset
        // Without filters, the log contains at least the sign-in of the administrator, or the creation of the trader.
        empty={
          <EmptyState
            icon="search"
            title="No events found"
            text="Try another search, other dates, or fewer filters."
          />
        }
      >
        {(events) => (
          <Box aria-busy={log.isPlaceholderData} sx={log.isPlaceholderData ? busy : undefined}>
            <EventDays events={events} />
          </Box>
        )}
      </LoadedPages>
    </TableSurface>
  );
}

const busy = { opacity: 0.55 };

/** Returns the name of the trader that the log is filtered by, if one of the loaded events contains it. */
function nameOf({ traderId }: AuditSearch, log: ReturnType<typeof useAuditLog>) {
  const events = log.data?.pages.flatMap(({ rows }) => rows);
  return events?.find((event) => String(event.traderId) === traderId)?.traderName;
}

const actionOptions = Object.fromEntries(
  auditActionCodes.map((action) => [action, auditActions[action].label]),
) as Record<AuditAction, string>;

const actorOptions = {
  trader: "Traders",
  administrator: "Administrators",
  visitor: "Visitors",
  system: "Rules and the system",
  token: "API tokens",
} as const;

const actorGroups = {
  People: ["trader", "administrator", "visitor"],
  Automatic: ["system", "token"],
} as const;

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (change: AuditSearch) => void;
  /** The label of the filter by trader, if an event on the screen contains the trader's name. */
  traderName: string | null | undefined;
}

function AuditFilters({ search, onChange, traderName }: AuditFiltersProps) {
  const { traderId, payoutId, from, to } = search;
  return (
    <>
      <SearchBox
        placeholder="Search by name or address..."
        value={search.search ?? ""}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <Box sx={choicesLook}>
        <FilterSelect
          label="Action"
          all="All actions"
          options={actionOptions}
          groups={auditGroups}
          value={search.action}
          onChange={(action) => onChange({ action })}
        />
        <FilterSelect
          label="Done by"
          all="Everyone"
          options={actorOptions}
          groups={actorGroups}
          value={search.actor}
          onChange={(actor) => onChange({ actor })}
        />
        <TextField
          layout="inline"
          label="From"
          type="date"
          value={from ?? ""}
          max={to}
          onChange={({ target }) => onChange({ from: target.value || undefined })}
        />
        <TextField
          layout="inline"
          label="To"
          type="date"
          value={to ?? ""}
          min={from}
          onChange={({ target }) => onChange({ to: target.value || undefined })}
        />
      </Box>
      {traderId ? (
        <RemovableFilter
          text={traderName ?? `User #${traderId}`}
          onRemove={() => onChange({ traderId: undefined })}
        />
      ) : null}
      {payoutId ? (
        <RemovableFilter
          text={`Request #${payoutId}`}
          onRemove={() => onChange({ payoutId: undefined })}
        />
      ) : null}
    </>
  );
}

const choicesLook = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: 1.5,
  // Long options are cut off, so that the filters fit on one line.
  "& select": { maxInlineSize: "11rem", textOverflow: "ellipsis" },
  "@media (width < 768px)": {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    inlineSize: "100%",
    "& :is(select, span:has(> select))": { inlineSize: "100%", maxInlineSize: "none" },
  },
};

/** A filter that was set by a link; it can only be removed. */
function RemovableFilter({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <Button size="small" aria-label={`Remove filter: ${text}`} onClick={onRemove}>
      {text}
      <Icon name="close" size={14} />
    </Button>
  );
}
