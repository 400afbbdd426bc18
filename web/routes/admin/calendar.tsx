import { createFileRoute } from "@tanstack/react-router";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { calendarDialogs } from "../../features/admin/calendar/calendar-dialogs.ts";
import { EventWeek, readWeek, type WeekSearch } from "../../features/admin/calendar/event-week.tsx";
import { VersionList } from "../../features/admin/calendar/version-list.tsx";

export const Route = createFileRoute("/admin/calendar")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (
    raw: Record<string, unknown>,
  ): WeekSearch & DialogSearch<typeof calendarDialogs> => raw,
  loader: () => void prefetcher.admin.calendar.versions.prefetch(),
  component: EconomicCalendar,
  staticData: { title: "Economic Calendar" },
});

function EconomicCalendar() {
  const open = useOpenDialog(calendarDialogs);
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const showWeek = (week: string | undefined) =>
    void navigate({ search: (present) => ({ ...present, week }), resetScroll: false });
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
        <EventWeek week={readWeek(search.week)} onChange={showWeek} />
        <VersionList />
      </Stack>
      <Dialogs of={calendarDialogs} />
    </>
  );
}
