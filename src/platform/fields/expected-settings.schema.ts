import type { z } from "zod";

/** What the caller saw in the settings that it changes. @param settings the fields that the call sets */
export const expectedSettings = <Settings extends z.ZodType>(settings: Settings) =>
  settings.optional().meta({
    description:
      "What the caller saw; returns 409 with `current` if another person has changed it since. Not checked if it is absent",
  });
