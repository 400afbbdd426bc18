import { z } from "zod";
import { id, queryFlag, targetId, timestamp } from "../../platform/fields/fields.schema.ts";
import { nameText } from "../../platform/fields/text.schema.ts";
import { namedToken } from "../tokens/tokens.schema.ts";
import { abilityNames, roleNames } from "../roles/roles.rule.ts";

const name = nameText("Name is required").meta({ examples: ["Ada Byrne"] });
const role = z.enum(roleNames, { error: `The role must be one of ${roleNames.join(", ")}` });

const keepTokensMessage = "keepTokens must be true or false";
const keepTokensDescription =
  "Whether the API tokens that they could no longer create become yours, instead of being revoked";

export const addMemberInput = z.strictObject({ name, role });

export const changeMemberInput = z.strictObject({
  id: targetId,
  name: name.optional(),
  role: role.optional(),
  keepTokens: z
    .boolean({ error: keepTokensMessage })
    .optional()
    .meta({ description: keepTokensDescription }),
});

/** The form that changes an administrator. */
export const memberForm = addMemberInput.safeExtend({ keepTokens: z.boolean() });

export const memberIdInput = z.strictObject({ id: targetId });

export const revokeMemberInput = memberIdInput.safeExtend({
  keepTokens: queryFlag(keepTokensMessage).optional().meta({ description: keepTokensDescription }),
});

export const endMemberSessionsInput = z.strictObject({
  id: targetId,
  sessionId: z
    .int({ error: "sessionId must be the id of a session" })
    .optional()
    .meta({ description: "Ends only this session" }),
});

export const renameInput = z.strictObject({ name });

/** An administrator. */
export const member = z
  .object({
    id,
    name: z.string().meta({ examples: ["Ada Byrne"] }),
    role: z.enum(roleNames),
    createdAt: timestamp,
    lastSeenAt: timestamp.nullable().meta({ description: "Accurate to five minutes" }),
    openSessions: z.int(),
    revokedAt: timestamp.nullable(),
    isYou: z.boolean().meta({ description: "Whether this is the caller" }),
    secondFactors: z.array(z.enum(["totp", "passkey"])).meta({
      description: "The kinds of second factor that the administrator has; empty if there are none",
      examples: [["totp", "passkey"]],
    }),
    isConfigured: z.boolean().meta({
      description:
        "Whether `ADMIN_ACCESS_KEY` is this key: the next start makes it valid again if it is revoked",
    }),
  })
  .meta({ id: "TeamMember" });
export type Member = z.infer<typeof member>;

const endedTokens = z.array(namedToken).meta({
  description: "The API tokens of the administrator that were revoked, or became the caller's",
});

export const changedMember = member
  .safeExtend({ tokens: endedTokens })
  .meta({ id: "ChangedTeamMember" });
export type ChangedMember = z.infer<typeof changedMember>;

export const revokedMember = z
  .object({ message: z.string(), tokens: endedTokens })
  .meta({ id: "RevokedTeamMember" });

/** A response with an access key that has just been generated; no others contain one. */
export const memberWithKey = member
  .safeExtend({
    key: z.string().meta({
      description: "The new access key, shown only once",
      examples: ["TOtOJ2MaYOWN-z4w80yiDVAk-ut372dAEwF47TkExJE"],
    }),
  })
  .meta({ id: "TeamMemberWithKey" });
export type MemberWithKey = z.infer<typeof memberWithKey>;

export const rotatedMember = memberWithKey
  .safeExtend({
    removedPasskeys: z
      .array(z.object({ id, label: z.string().meta({ examples: ["Chrome on macOS"] }) }))
      .meta({ description: "The passkeys that can no longer be used to sign in" }),
  })
  .meta({ id: "RotatedTeamMember" });
export type RotatedMember = z.infer<typeof rotatedMember>;

export const ownAccount = z
  .object({
    id,
    name: z.string().meta({ examples: ["Ada Byrne"] }),
    role: z.enum(roleNames),
    mustSetUpSecondFactor: z.boolean().meta({
      description:
        "Whether all calls except those about the administrator return 403 until a second factor is set up",
    }),
    abilities: z.array(z.enum(abilityNames)).meta({ examples: [["payouts.read"]] }),
  })
  .meta({ id: "OwnAdministrator" });
export type OwnAccount = z.infer<typeof ownAccount>;

/** What is required of all administrators. */
export const teamSettings = z
  .object({
    secondFactorRequired: z.boolean(),
    members: z.int().meta({ minimum: 1, examples: [5] }),
    membersWithSecondFactor: z.int().meta({ minimum: 0, examples: [3] }),
    updatedAt: timestamp.nullable().meta({ description: "`null` until they are changed" }),
    updatedBy: z.string().nullable(),
  })
  .meta({ id: "TeamSettings" });
export type TeamSettings = z.infer<typeof teamSettings>;

export const setTeamSettingsInput = z.strictObject({
  secondFactorRequired: z.boolean({ error: "secondFactorRequired must be true or false" }),
});
