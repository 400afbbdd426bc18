import { z } from "zod";
import { expectedSettings } from "../../../platform/fields/expected-settings.schema.ts";
import { timestamp } from "../../../platform/fields/fields.schema.ts";
import { isTimeZone } from "../../../platform/time/local-time.rule.ts";

const timeZone = z
  .string({ error: "Time zone must be text such as Europe/Prague" })
  .trim()
  .refine(isTimeZone, { error: "Time zone must be an IANA name such as Europe/Prague" })
  .meta({ examples: ["Europe/Prague"] });

export const firmSettings = z
  .object({
    timeZone: timeZone.meta({
      description:
        "The IANA zone of the firm: of dates without another zone, and of the first statement of a trader. `UTC` until it is set",
    }),
    updatedAt: timestamp.nullable().meta({ description: "`null` until they are changed" }),
    updatedBy: z.string().nullable(),
  })
  .meta({ id: "FirmSettings" });
export type FirmSettings = z.infer<typeof firmSettings>;

const chosenZone = z.strictObject({ timeZone });
export const setFirmSettingsInput = chosenZone.safeExtend({
  expected: expectedSettings(chosenZone),
});
