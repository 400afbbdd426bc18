import type { ReactNode } from "react";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../components/loaded/loaded-pages.tsx";
import { EventDays } from "../../domain/history/event-days.tsx";
import { EventSkeletons } from "../../domain/history/event-skeletons.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import styles from "./audit.module.css";
import { auditQuery } from "./audit-query.ts";
import type { AuditSearch } from "./audit-search.ts";
import { useAuditLog } from "./use-audit-log.ts";

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
          <div aria-busy={log.isPlaceholderData} className={styles.log}>
            <EventDays events={events} />
          </div>
        )}
      </LoadedPages>
    </TableSurface>
  );
}

/** Returns the name of the trader that the log is filtered by, if one of the loaded events contains it. */
function nameOf({ traderId }: AuditSearch, log: ReturnType<typeof useAuditLog>) {
  const events = log.data?.pages.flatMap(({ rows }) => rows);
  return events?.find((event) => String(event.traderId) === traderId)?.traderName;
}
