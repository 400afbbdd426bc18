import { z } from "zod";
import { text } from "../../../platform/fields/text.schema.ts";

const name = (field: string, example: string) => {
  const error = { error: `${field} must have 1 to 64 characters` };
  return text(error.error, 64)
    .min(1, error)
    .meta({ examples: [example] });
};

const leverageError = { error: "leverage must be a whole number from 1 to 1000" };

const fields = {
  server: name("server", "Propdesk-Live02"),
  group: name("group", "prop\\usd"),
  leverage: z
    .int(leverageError)
    .min(1, leverageError)
    .max(1000, leverageError)
    .meta({
      examples: [100],
      description: "100 is 1:100",
    }),
};

/** The account at the platform that a step of a programme opens. */
export const platformAccount = z.strictObject(fields);
export type PlatformAccountSpec = z.infer<typeof platformAccount>;

/** What an action asks of an account: all for a new one, and what is to be changed of another. */
export const askedAccount = z.strictObject({
  server: fields.server.optional(),
  group: fields.group.optional(),
  leverage: fields.leverage.optional(),
});
export type AskedAccount = z.infer<typeof askedAccount>;
