import { z } from "zod";
import { id } from "../../platform/lib/id.schema.ts";
import { timestamp } from "../../platform/lib/timestamp.schema.ts";

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
