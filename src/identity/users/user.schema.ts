import { z } from "zod";
import { id, timestamp } from "../../platform/fields/fields.schema.ts";
import { secretText } from "../../platform/fields/text.schema.ts";

export const profileFields = {
  id,
  fullName: z
    .string()
    .nullable()
    .meta({ examples: ["Olivia Bennett"] }),
  email: z.string().meta({ examples: ["olivia.bennett@example.com"] }),
  country: z
    .string()
    .nullable()
    .meta({ examples: ["uk"] }),
  city: z
    .string()
    .nullable()
    .meta({ examples: ["London"] }),
  street: z
    .string()
    .nullable()
    .meta({ examples: ["Mill Street"] }),
  houseNumber: z
    .string()
    .nullable()
    .meta({ examples: ["12"] }),
  privacyPolicyAgreed: z.boolean(),
  createdAt: timestamp,
};

/** A trader's own profile. */
export const currentTrader = z.object(profileFields).meta({ id: "CurrentUser" });
export type CurrentTrader = z.infer<typeof currentTrader>;

export const verifyEmailInput = z.strictObject({
  token: secretText({ min: 1, tooShort: "This link is no longer valid" }),
});
