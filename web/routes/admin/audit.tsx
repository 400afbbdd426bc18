import { createFileRoute } from "@tanstack/react-router";
import { AnchorButton } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { AuditLog } from "../../features/admin/audit/audit-log.tsx";
import {
  auditQuery,
  type AuditSearch,
  exportUrl,
  prefetchAuditLog,
  readAuditSearch,
} from "../../features/admin/audit/audit-query.ts";
import { isTypingOn, useCleanUrl } from "../../table/state/use-table-change.ts";
import { prefetchViews } from "../../table/views/use-views.ts";
import { viewLists } from "../../../src/business/watch/views/tables.rule.ts";
import { ViewsBar } from "../../table/views/views-bar.tsx";

export const Route = createFileRoute("/admin/audit")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): AuditSearch => raw,
  loader: ({ location }) => {
    prefetchViews("audit");
    prefetchAuditLog(auditQuery(readAuditSearch({ ...location.search })));
  },
  component: Audit,
  staticData: { title: "Audit Log" },
});

function Audit() {
  const raw = Route.useSearch();
  const search = readAuditSearch({ ...raw });
  useCleanUrl(raw, search);
  const navigate = Route.useNavigate();
  const change = (wanted: AuditSearch) =>
    void navigate({
      search: (present) => ({ ...present, ...wanted }),
      replace: isTypingOn(wanted.search),
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title="Audit Log"
        subtitle="Who did what and when. Entries cannot be changed."
        aside={
          <AnchorButton href={exportUrl(auditQuery(search))} download>
            <Icon name="download" size={16} />
            Export
          </AnchorButton>
        }
      />
      <AuditLog
        views={
          <ViewsBar
            list="audit"
            kept={viewLists.audit.parameters}
            all="All events"
            search={search}
            read={readAuditSearch}
            onChange={change}
          />
        }
        search={search}
        onChange={change}
      />
    </>
  );
}
