import { z } from "zod";
import { expectedSettings } from "../../../platform/fields/expected-settings.schema.ts";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { nameText, optionalText, requiredText } from "../../../platform/fields/text.schema.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import { unsearchedListQuery } from "../../../platform/lists/list.schema.ts";
import {
  documentKinds,
  extraPictures,
  identityStatuses,
  MOST_ATTEMPTS,
  pictureTypes,
  sideNames,
} from "./identity.rule.ts";

const kindNames = keysOf(documentKinds);

function dayInput(name: string) {
  const error = { error: `${name} must be a day such as 1990-02-28` };
  return z.iso.date(error).meta({ format: "date" });
}

const birthDate = dayInput("birthDate").meta({
  description: "18 to 120 years ago",
  examples: ["1990-02-28"],
});

const documentExpiresOn = dayInput("documentExpiresOn")
  .nullable()
  .default(null)
  .meta({
    description: "The last day of the document, today or later; `null` if it does not expire",
    examples: ["2031-05-31"],
  });

const place = (message: string, example: string) =>
  nameText(message, { longest: 200 }).meta({ examples: [example] });

/** The first step of the form. */
export const saveIdentityInput = z.strictObject({
  legalName: place("Legal name is required", "Olivia Anne Bennett"),
  birthDate,
  country: place("Country is required", "uk"),
  city: place("City is required", "London"),
  street: place("Street is required", "Mill Street"),
  houseNumber: place("House number is required", "12"),
  documentKind: z
    .enum(kindNames, { error: `documentKind must be one of ${kindNames.join(", ")}` })
    .meta({ examples: ["passport"] }),
  documentExpiresOn,
});

/** The form, whose day is blank for a document that does not expire. */
export const identityForm = saveIdentityInput.safeExtend({
  documentExpiresOn: z.union([z.literal("").transform(() => null), dayInput("documentExpiresOn")]),
});

const picture = z
  .object({
    id,
    side: z.enum(sideNames),
    type: z.enum(pictureTypes),
    size: z.int().meta({ description: "Bytes", examples: [482_130] }),
    uploadedAt: timestamp,
  })
  .meta({ id: "IdentityPicture" });
export type IdentityPicture = z.infer<typeof picture>;
export const identityPicture = picture;

const fact = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

/** The identity of a trader as they read it: the latest attempt. */
export const identity = z
  .object({
    status: z.enum(identityStatuses).meta({
      description: "`none` before the first draft; `expired` once an approval has ended",
      examples: ["submitted"],
    }),
    reference: z.string().meta({
      description: "Names the trader to an outside checker",
      examples: ["8d6f2f5c-2f0a-4a51-9b1c-3f4be6a0c8d1"],
    }),
    attemptsLeft: z.int().meta({ minimum: 0, examples: [3] }),
    id: id.nullable().meta({ description: "Of the latest attempt; `null` without one" }),
    legalName: fact("Olivia Anne Bennett"),
    birthDate: fact("1990-02-28"),
    country: fact("uk"),
    city: fact("London"),
    street: fact("Mill Street"),
    houseNumber: fact("12"),
    documentKind: z.enum(kindNames).nullable(),
    documentExpiresOn: fact("2031-05-31"),
    files: z.array(picture),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why it was rejected, or is asked for again" }),
    submittedAt: timestamp.nullable(),
    decidedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable().meta({
      description: "From when an approval does not count any more; `null` if it does not end",
    }),
  })
  .meta({ id: "Identity" });
export type Identity = z.infer<typeof identity>;

export const adminIdentity = identity
  .safeExtend({
    userId: id,
    fullName: z
      .string()
      .nullable()
      .meta({ examples: ["Olivia Bennett"] }),
    decidedBy: z.string().nullable().meta({
      description: "The label of the administrator, or the name of the outside checker",
    }),
  })
  .meta({ id: "AdminIdentity" });
export type AdminIdentity = z.infer<typeof adminIdentity>;

const statusFilter = identityStatuses.filter((status) => status !== "none");

export const listIdentitiesInput = unsearchedListQuery({
  status: z
    .enum(statusFilter, { error: `status must be one of ${statusFilter.join(", ")}` })
    .optional(),
});

export const identityIdInput = z.strictObject({ id: targetId });

export const identityAttemptsInput = z.strictObject({ userId: targetId });

export const decideIdentityInput = z
  .strictObject({
    id: targetId,
    decision: z
      .enum(["approve", "reject"], { error: "decision must be approve or reject" })
      .meta({ examples: ["approve"] }),
    reason: optionalText().meta({ description: "For the trader; required to reject" }),
  })
  .refine(({ decision, reason }) => decision === "approve" || Boolean(reason), {
    error: "Please provide a reason",
    path: ["reason"],
  });

/** `{id}` is that of the trader. */
export const recheckIdentityInput = z.strictObject({
  id: targetId,
  reason: requiredText("Please provide a reason"),
});

export const pictureMessages = {
  missingFile: "The file is missing or empty",
  tooLarge: "A picture must not be larger than 10 MB",
  wrongType: "Only a JPEG, PNG or PDF is accepted",
};

/** The other field of the form of a picture. */
export const pictureFields = z.strictObject({
  side: z.enum(sideNames, { error: `side must be one of ${sideNames.join(", ")}` }),
});

const wholeNumber = (name: string, from: number, to: number) => {
  const error = { error: `${name} must be a whole number from ${from} to ${to}` };
  return z.int(error).min(from, error).max(to, error);
};

const MAX_MONTHS = 120;
const MAX_KEEP_DAYS = 3_650;

const pictures = z.array(
  z.enum(extraPictures, { error: `pictures may contain ${extraPictures.join(" and ")}` }),
  { error: "pictures must be a list" },
);

export const identitySettings = z
  .object({
    attempts: z.int().meta({
      description: "How many times an identity can be rejected until no draft is accepted",
      minimum: 1,
      maximum: MOST_ATTEMPTS,
      examples: [3],
    }),
    pictures: z.array(z.enum(extraPictures)).meta({
      description: "The pictures that are asked for besides those of the document",
      examples: [["selfie"]],
    }),
    validMonths: z
      .int()
      .nullable()
      .meta({
        description: "The months after which an approval ends; `null` if only the document ends it",
        minimum: 1,
        maximum: MAX_MONTHS,
        examples: [24],
      }),
    keepDays: z.int().meta({
      description: "The days after a decision after which the pictures are removed",
      minimum: 1,
      maximum: MAX_KEEP_DAYS,
      examples: [365],
    }),
  })
  .meta({ id: "IdentitySettings" });
export type IdentitySettings = z.infer<typeof identitySettings>;

/** Omitted fields keep their values. */
const identityFields = z.strictObject({
  attempts: wholeNumber("attempts", 1, MOST_ATTEMPTS).optional(),
  pictures: pictures
    .transform((chosen) => extraPictures.filter((each) => chosen.includes(each)))
    .optional(),
  validMonths: wholeNumber("validMonths", 1, MAX_MONTHS).nullable().optional(),
  keepDays: wholeNumber("keepDays", 1, MAX_KEEP_DAYS).optional(),
});

/** What is left out stays as it is. */
export const setIdentitySettingsInput = identityFields.safeExtend({
  expected: expectedSettings(identityFields),
});
