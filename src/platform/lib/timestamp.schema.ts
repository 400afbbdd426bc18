import { z } from "zod";

/** A point in time: `Date` in typed calls, ISO 8601 in UTC with milliseconds over REST. */
export const timestamp = z.date().meta({
  override: { type: "string", format: "date-time" },
  examples: ["2026-03-14T09:26:53.589Z"],
});
