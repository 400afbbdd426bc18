import { z } from "zod";
import { createTokenInput } from "../../../src/identity/tokens/tokens.schema.ts";

/** The form, in which a token expires at the end of a day such as `2027-03-14`, or never. */
export const tokenForm = createTokenInput.extend({
  expiresAt: z.string().transform((day) => (day === "" ? null : endOf(day))),
});

export type TokenFormInput = z.input<typeof tokenForm>;
export type TokenFormOutput = z.output<typeof tokenForm>;

/** Returns the end of a day in the viewer's time zone. */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}
