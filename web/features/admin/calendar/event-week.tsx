import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { addDays, format, isValid, parseISO, startOfDay, startOfWeek } from "date-fns";
import type { CalendarEventOut } from "../../../../src/business/rulebook/calendar/calendar.schema.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { Button } from "../../../components/button/button.tsx";
import { IconButton } from "../../../components/button/icon-button.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatDay, formatDayHeading, formatTime } from "../../../domain/format/dates.ts";
import { useRuleSets } from "../../../domain/rules/rule-versions.tsx";
import { useNow } from "../../../domain/verdicts/use-verdict.ts";
import { trpc } from "../../../trpc.ts";
import { type BindingWindow, windowsAround } from "./binding-windows.ts";

/** The Monday of a week, such as `2026-11-30`, in the viewer's time zone; the present week if it is absent. */
export interface WeekSearch {
  week?: string | undefined;
}

const mondayOf = (date: Date) => startOfWeek(date, { weekStartsOn: 1 });

/** Reads the Monday of the week in an address; `undefined` for the present week, and for what is no day. */
export function readWeek(raw: unknown, now = new Date()): string | undefined {
  const day = typeof raw === "string" ? parseISO(raw) : undefined;
  if (!day || !isValid(day) || mondayOf(day).valueOf() === mondayOf(now).valueOf())
    return undefined;
  return nameOf(mondayOf(day));
}

const nameOf = (monday: Date) => format(monday, "yyyy-MM-dd");

interface EventWeekProps extends WeekSearch {
  onChange: (week: string | undefined) => void;
}

/** The events of a week by day, with the windows that the rules draw around them. */
export function EventWeek({ week, onChange }: EventWeekProps) {
  const now = useNow();
  const monday = week === undefined ? mondayOf(new Date(now)) : parseISO(week);
  const next = addDays(monday, 7);
  const query = trpc.admin.calendar.list.useQuery(
    { from: monday.toISOString(), to: next.toISOString() },
    { staleTime: staleTimes.adminPages },
  );
  const show = (start: Date) => onChange(readWeek(nameOf(start)));
  return (
    <Panel
      title={`${formatDay(monday)} to ${formatDay(addDays(monday, 6))}`}
      subtitle="With the times that the newest version of each rule set restricts."
      aside={
        <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
          <IconButton
            icon="chevronLeft"
            label="Previous week"
            onClick={() => show(addDays(monday, -7))}
          />
          <Button size="small" disabled={week === undefined} onClick={() => onChange(undefined)}>
            This Week
          </Button>
          <IconButton icon="chevronRight" label="Next week" onClick={() => show(next)} />
        </Box>
      }
    >
      <Loaded query={query} noun="the events" skeleton={5}>
        {(events) =>
          events.length === 0 ? (
            <Typography color="textSecondary">No event is known for this week.</Typography>
          ) : (
            <EventDays events={events} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function EventDays({ events }: { events: readonly CalendarEventOut[] }) {
  const { data: sets = [] } = useRuleSets();
  const byDay = Map.groupBy(events, ({ at }) => startOfDay(at).valueOf());
  return (
    <Stack>
      {[...byDay].map(([day, ofDay]) => {
        const heading = formatDayHeading(new Date(day));
        return (
          <section key={day} aria-label={heading}>
            <Typography component="h3" variant="subtitle2" sx={{ mb: 0.5 }}>
              {heading}
            </Typography>
            <Table
              name={`Events: ${heading}`}
              columns={columns}
              rows={ofDay.map((event) => ({ ...event, windows: windowsAround(event, sets) }))}
              rowKey={({ id }) => id}
            />
          </section>
        );
      })}
    </Stack>
  );
}

interface ShownEvent extends CalendarEventOut {
  windows: readonly BindingWindow[];
}

const columns: Column<ShownEvent>[] = [
  { title: "Time", cell: ({ allDay, at }) => (allDay ? "All day" : formatTime(at)) },
  { title: "Event", cell: ({ title }) => title, isHeader: true },
  { title: "Currency", cell: ({ currency }) => currency },
  { title: "Impact", cell: ({ impact }) => impact },
  {
    title: "Restricted",
    cell: ({ windows }) =>
      windows.length === 0
        ? "—"
        : windows.map(({ from, to, acts, rules }) => (
            <div key={`${from.toISOString()} ${to.toISOString()} ${acts}`}>
              {formatTime(from)} to {formatTime(to)}, {acts}
              <Typography variant="body2" color="textSecondary">
                {rules.join(", ")}
              </Typography>
            </div>
          )),
  },
];
