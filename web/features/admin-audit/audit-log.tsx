import { useRef } from "react";
import { formatCount } from "../../format/counts.ts";
import { Button } from "../../components/button/button.tsx";
import { TableSurface } from "../../components/data-table/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { EventDays } from "../../history/event-days.tsx";
import { EventSkeletons } from "../../history/event-skeletons.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import styles from "./audit.module.css";
import { auditQuery } from "./audit-query.ts";
import type { AuditSearch } from "./audit-search.ts";
import { useAuditLog } from "./use-audit-log.ts";

interface AuditLogProps {
  search: AuditSearch;
  onChange: (change: AuditSearch) => void;
  /** Limits the log to one trader; unlike the filter of that name, it cannot be removed. */
  ofTrader?: number;
}

/** Who did what, newest first. */
export function AuditLog({ search, onChange, ofTrader: userId }: AuditLogProps) {
  const ofTrader = userId === undefined ? undefined : { traderId: String(userId) };
  const log = useAuditLog(auditQuery({ ...search, ...ofTrader }));
  const events = log.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const traderName = events.find(
    ({ traderId }) => String(traderId) === search.traderId,
  )?.traderName;
  return (
    <TableSurface
      tools={<AuditFilters search={search} onChange={onChange} traderName={traderName} />}
    >
      <LoadedLog log={log} isFiltered={Object.keys(search).length > 0} events={events} />
    </TableSurface>
  );
}

interface LoadedLogProps {
  log: ReturnType<typeof useAuditLog>;
  events: Parameters<typeof EventDays>[0]["events"];
  isFiltered: boolean;
}

function LoadedLog({ log, events, isFiltered }: LoadedLogProps) {
  const end = useRef<HTMLParagraphElement>(null);

  async function showOlder() {
    const { hasNextPage } = await log.fetchNextPage();
    // The button disappears, which would drop the focus.
    if (!hasNextPage) end.current?.focus();
  }

  if (log.isPending) return <EventSkeletons name="Loading the audit log" rows={8} />;
  if (log.isError && !log.data) {
    return (
      <div className={styles.failure}>
        <LoadFailure text="Failed to load the audit log." onRetry={() => void log.refetch()} />
      </div>
    );
  }
  if (events.length === 0) {
    return (
      <EmptyState
        icon={isFiltered ? "search" : "document"}
        title="No events found"
        text={
          isFiltered
            ? "Try another search, other dates, or fewer filters."
            : "What traders and administrators do appears here."
        }
      />
    );
  }
  return (
    <>
      <div aria-busy={log.isPlaceholderData} className={styles.log}>
        <EventDays events={events} />
      </div>
      {log.isFetchNextPageError ? (
        <div className={styles.failure}>
          <LoadFailure text="Failed to load older events." onRetry={() => void showOlder()} />
        </div>
      ) : null}
      <footer className={styles.footer}>
        <p ref={end} tabIndex={-1} aria-live="polite">
          {log.hasNextPage
            ? `Showing the latest ${formatCount(events.length)} events`
            : `Showing ${events.length === 1 ? "the only event" : `all ${formatCount(events.length)} events`}`}
        </p>
        {log.hasNextPage ? (
          <Button
            size="small"
            isPending={log.isFetchingNextPage}
            pendingLabel="Loading..."
            onClick={() => void showOlder()}
          >
            Show Older Events
          </Button>
        ) : null}
      </footer>
    </>
  );
}
