import Typography from "@mui/material/Typography";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatExactMoment } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";
import { countsInWords } from "./counts-in-words.ts";

/** Lists the versions of the calendar with what each changed, newest first. */
export function VersionList() {
  const query = trpc.admin.calendar.versions.useQuery(undefined, {
    staleTime: staleTimes.adminPages,
  });
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
