import Typography from "@mui/material/Typography";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatExactMoment } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";
import { countsInWords } from "./counts-in-words.ts";

/** Lists the events of the firm's day. */
export function EventsToday() {
  const query = trpc.admin.calendar.list.useQuery({});
  return (
    <Panel title="Today">
      <Loaded query={query} noun="the events" skeleton={3}>
        {(events) =>
          events.length === 0 ? (
            <Typography color="textSecondary">No event is known for today.</Typography>
          ) : (
            <Stack>
              {events.map(({ id, at, allDay, currency, impact, title }) => (
                <p key={id}>
                  {allDay ? "All day" : formatExactMoment(at)}: {title} ({currency}, {impact})
                </p>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}

/** Lists the versions of the calendar with what each changed, newest first. */
export function VersionList() {
  const query = trpc.admin.calendar.versions.useQuery();
  return (
    <Loaded query={query} noun="the versions" skeleton={6}>
      {(versions) =>
        versions.length === 0 ? (
          <EmptyState
            icon="document"
            title="No events"
            text="Import the events that rules about news refer to. Until then, such rules are undetermined."
          />
        ) : (
          <Stack>
            {versions.map(({ id, version, from, to, counts, note, createdAt, createdBy }) => (
              <Panel key={id} title={`Version ${version}`}>
                <p>
                  {formatExactMoment(from)} to {formatExactMoment(to)}: {countsInWords(counts)}.
                </p>
                {note === null ? null : <p>{note}</p>}
                <Typography variant="body2" color="textSecondary">
                  Imported by {createdBy} on {formatExactMoment(createdAt)}
                </Typography>
              </Panel>
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}
