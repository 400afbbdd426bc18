import { getRouteApi } from "@tanstack/react-router";
import { AuditLog } from "../../../features/admin-audit/audit-log.tsx";
import { type AuditSearch, readAuditSearch } from "../../../features/admin-audit/audit-search.ts";
import { isTypingOn } from "../../../table/state/use-table-change.ts";

const route = getRouteApi("/admin/users_/$id");

/** Shows the events of the audit log that concern a trader. */
export function HistoryTab({ userId }: { userId: number }) {
  const search = { ...readAuditSearch({ ...route.useSearch() }), traderId: undefined };
  const navigate = route.useNavigate();
  const change = (wanted: AuditSearch) =>
    void navigate({
      search: (present) => ({ ...present, ...wanted }),
      replace: isTypingOn(wanted.search),
      resetScroll: false,
    });
  return <AuditLog search={search} onChange={change} ofTrader={userId} />;
}
