import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { AuditEvent } from "../../../src/business/watch/audit-log/audit-event.schema.ts";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { formatDayHeading, formatMoment, formatTime } from "../format/dates.ts";
import { eventGrid, EventRow } from "./event-row.tsx";

/**
 * Groups events by day, in the viewer's time zone.
 * @param events newest first
 */
export function EventDays({ events }: { events: readonly AuditEvent[] }) {
  const days = Map.groupBy(events, ({ at }) => formatDayHeading(at));
  return [...days].map(([day, ofDay]) => (
    <Box component="section" key={day} aria-label={day} sx={inset}>
      <Typography
        component="h2"
        variant="caption"
        sx={{
          p: "0.625rem var(--inset)",
          border: "solid var(--line)",
          borderWidth: "1px 0",
          "section:first-of-type > &": { borderTop: 0 },
          background: "color-mix(in srgb, var(--ground) 60%, var(--panel))",
          color: "text.secondary",
          fontWeight: 600,
        }}
      >
        {day}
      </Typography>
      <ol>
        {ofDay.map((event) => (
          <EventRow key={event.id} event={event} formatTime={formatTime} />
        ))}
      </ol>
    </Box>
  ));
}

/** The space at the sides of the rows: none on a surface with its own padding. */
const inset = { "--inset": "1.25rem", "& ol": { listStyle: "none" } };
const flush = { ...inset, "--inset": "0rem" };

/** A short list of events with date and time. */
export function EventList({ events }: { events: readonly AuditEvent[] }) {
  return (
    <Box sx={flush}>
      <ol>
        {events.map((event) => (
          <EventRow key={event.id} event={event} formatTime={formatMoment} />
        ))}
      </ol>
    </Box>
  );
}

interface EventSkeletonsProps {
  name: string;
  rows: number;
  /** Omits the padding, for a surface with its own, as in `EventList`. */
  isFlush?: boolean;
}

/** Skeletons in the shape of event rows. */
export function EventSkeletons({ name, rows, isFlush = false }: EventSkeletonsProps) {
  return (
    <LoadingRegion name={name}>
      <Box sx={isFlush ? flush : inset}>
        {Array.from({ length: rows }, (_, index) => (
          <Box
            key={index}
            sx={{ ...eventGrid, borderTop: index > 0 ? 1 : 0, borderColor: "divider" }}
          >
            <Skeleton shape="circle" width={28} height={28} />
            <span>
              <Skeleton width={`${46 + ((index * 17) % 30)}%`} />
              <Skeleton width={`${28 + ((index * 23) % 34)}%`} />
            </span>
            <Skeleton width="3rem" />
          </Box>
        ))}
      </Box>
    </LoadingRegion>
  );
}
