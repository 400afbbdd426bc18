import { z } from "zod";
import { text } from "./text.schema.ts";

const limitMessage = "limit must be a whole number from 1 to 1000";

/** What every administrator's list may be asked. Without `limit` the whole list comes. */
export const listFields = {
  search: text("search must be text").optional(),
  limit: z
    .int({ error: limitMessage })
    .min(1, { error: limitMessage })
    .max(1000, { error: limitMessage })
    .optional(),
  cursor: text("cursor must be text")
    .optional()
    .meta({ description: "Where the page before ended: copied from the `Link` header" }),
};
