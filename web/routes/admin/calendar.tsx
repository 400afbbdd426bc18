import { createFileRoute } from "@tanstack/react-router";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { calendarDialogs } from "../../features/admin/calendar/calendar-dialogs.ts";
import { EventsToday, VersionList } from "../../features/admin/calendar/version-list.tsx";

export const Route = createFileRoute("/admin/calendar")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof calendarDialogs> => raw,
  loader: () => void prefetcher.admin.calendar.versions.prefetch(),
  component: EconomicCalendar,
  staticData: { title: "Economic Calendar" },
});

function EconomicCalendar() {
  const open = useOpenDialog(calendarDialogs);
  return (
    <>
      <BackLink to="/admin/rules">Rules</BackLink>
      <PageHeader
        title="Economic Calendar"
        subtitle="The events that rules about news refer to, in versions that never change."
        aside={
          <PermittedButton ability="calendar.write" look="primary" onClick={() => open("import")}>
            Import Events
          </PermittedButton>
        }
      />
      <Stack>
        <EventsToday />
        <VersionList />
      </Stack>
      <Dialogs of={calendarDialogs} />
    </>
  );
}
