import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { exactText, nameText } from "../../../platform/fields/text.schema.ts";
import {
  scrollPageOf,
  unsearchedListQuery,
  unsearchedScrollQuery,
} from "../../../platform/lists/list.schema.ts";

const exampleName = { examples: ["Terms for funded accounts"] };
const exampleText = {
  examples: ["# Terms for funded accounts\n\nThe trader may not share the account."],
};
const exampleHash = {
  examples: ["3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728"],
};

const MAX_AGREEMENT = 100_000;

/** Bounded, because the unique index on names cannot contain long texts. */
const nameInput = nameText("Name is required", { longest: 200 }).meta(exampleName);

const textMessage = "The text is required";

const textInput = exactText({
  min: 1,
  tooShort: textMessage,
  max: MAX_AGREEMENT,
  tooLong: "The text must not be longer than 100,000 characters",
})
  .refine((value) => value.trim() !== "", { error: textMessage })
  .meta({ description: "Markdown, kept as it is sent", ...exampleText });

/** The largest bodies of the calls with a text: JSON may need twelve bytes for a character. */
export const MAX_AGREEMENT_BYTES = 12 * MAX_AGREEMENT + 64 * 1024;

const name = z.string().meta(exampleName);
const text = z.string().meta({
  description: "Markdown. It is shown without raw HTML and images.",
  ...exampleText,
});
const sha256 = z.string().meta({
  description: "Of the UTF-8 bytes of the text, in hexadecimal digits",
  ...exampleHash,
});
const version = z.int().meta({ description: "Starts at 1 in each agreement", examples: [1] });

/** A version of an agreement. It never changes. */
const agreementVersion = z
  .object({
    id,
    version,
    text,
    sha256,
    createdAt: timestamp,
    createdBy: z.string().meta({ description: "The label of the administrator" }),
  })
  .meta({ id: "AgreementVersion" });
export type AgreementVersion = z.infer<typeof agreementVersion>;

export const agreement = z
  .object({
    id,
    name,
    archivedAt: timestamp
      .nullable()
      .meta({ description: "From when it is not asked for any more" }),
    versions: z.array(agreementVersion).meta({ description: "Newest first" }),
  })
  .meta({ id: "Agreement" });
export type Agreement = z.infer<typeof agreement>;

export const listAgreementsInput = unsearchedListQuery({});

/** The form behind "Add Agreement". */
export const createAgreementInput = z.strictObject({ name: nameInput, text: textInput });

export const addAgreementVersionInput = z.strictObject({ id: targetId, text: textInput });

/** The form of a new version. */
export const agreementVersionForm = addAgreementVersionInput.pick({ text: true });

export const updateAgreementInput = z.strictObject({
  id: targetId,
  archived: z
    .boolean({ error: "archived must be true or false" })
    .meta({ description: "An archived agreement is not asked for; what was accepted stays" }),
});

/** The newest version of an agreement as a trader sees it, and what they have accepted of it. */
export const ownAgreement = z
  .object({
    id,
    name,
    versionId: id,
    version,
    text,
    sha256,
    acceptedAt: timestamp.nullable().meta({
      description: "When `acceptedVersion` was accepted; `null` if the trader has accepted none",
    }),
    acceptedVersion: version.nullable().meta({
      description:
        "The latest version that the trader has accepted; older than `version` if the newest one is still to be accepted",
      examples: [1],
    }),
  })
  .meta({ id: "OwnAgreement" });
export type OwnAgreement = z.infer<typeof ownAgreement>;

const hashMessage = "sha256 must be that of the accepted text";

export const acceptAgreementInput = z.strictObject({
  versionId: targetId,
  sha256: exactText({ min: 1, tooShort: hashMessage, max: 100, tooLong: hashMessage }).meta({
    description: "That of the text that was shown",
    ...exampleHash,
  }),
});

const acceptedBy = z
  .string()
  .nullable()
  .meta({ description: "The trader's name at that time", examples: ["Olivia Bennett"] });

export const acceptance = z
  .object({ versionId: id, version, sha256, fullName: acceptedBy, acceptedAt: timestamp })
  .meta({ id: "Acceptance" });
export type Acceptance = z.infer<typeof acceptance>;

export const traderAcceptance = acceptance
  .safeExtend({ id, agreementId: id, name })
  .meta({ id: "TraderAcceptance" });
export type TraderAcceptance = z.infer<typeof traderAcceptance>;

export const acceptancesInput = z.strictObject({ id: targetId });

export const acceptedByInput = unsearchedScrollQuery({ versionId: targetId });

/** A trader who has accepted a version. */
const acceptedVersion = z.object({
  id,
  userId: id,
  fullName: acceptedBy,
  email: z.string(),
  acceptedAt: timestamp,
});
export type AcceptedVersion = z.infer<typeof acceptedVersion>;
export const acceptedByPage = scrollPageOf(acceptedVersion);
