import Box from "@mui/material/Box";
import { formatDistanceToNow } from "date-fns";
import { formatDay, formatExactMoment, formatMoment } from "./dates.ts";

const formats = {
  moment: formatMoment,
  day: formatDay,
  ago: (at: Date) => formatDistanceToNow(at, { addSuffix: true }),
};

interface MomentProps {
  at: Date;
  /** `Mar 14, 2026, 14:03`, `Mar 14, 2026` or `3 days ago`. */
  as?: keyof typeof formats;
}

/** A point in time, in the viewer's time zone, which its title names. */
export function Moment({ at, as = "moment" }: MomentProps) {
  return (
    <Box
      component="time"
      dateTime={at.toISOString()}
      title={formatExactMoment(at)}
      sx={{ whiteSpace: { lg: "nowrap" } }}
    >
      {formats[as](at)}
    </Box>
  );
}
