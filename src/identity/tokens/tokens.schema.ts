import { z } from "zod";
import { id, targetId, timeInput, timestamp } from "../../platform/fields/fields.schema.ts";
import { nameText } from "../../platform/fields/text.schema.ts";
import { scopeNames } from "./scopes.rule.ts";

const scope = z.enum(scopeNames, {
  error: `Unknown scope. The scopes are ${scopeNames.join(", ")}`,
});

const noScopeMessage = "Select at least one scope";

export const createTokenInput = z.strictObject({
  label: nameText("Label is required").meta({ examples: ["MT5 bridge"] }),
  scopes: z
    .array(scope, { error: noScopeMessage })
    .min(1, { error: noScopeMessage })
    .transform((names) => scopeNames.filter((name) => names.includes(name)))
    .meta({ examples: [["feed:write"]] }),
  expiresAt: timeInput("expiresAt")
    .nullish()
    .meta({ description: "The token does not expire if this is `null` or absent" }),
});

export const tokenIdInput = z.strictObject({ id: targetId });

/** A token that changed together with its maker. */
export const namedToken = z
  .object({ id, label: z.string().meta({ examples: ["MT5 bridge"] }) })
  .meta({ id: "NamedApiToken" });
export type NamedToken = z.infer<typeof namedToken>;

/** A token without its secret. */
export const apiToken = z
  .object({
    id,
    label: z.string().meta({ examples: ["MT5 bridge"] }),
    scopes: z.array(z.enum(scopeNames)),
    createdAt: timestamp,
    createdBy: z
      .object({
        id: id.nullable().meta({ description: "`null` if it was created on the command line" }),
        name: z.string().meta({ examples: ["Ada Byrne"] }),
      })
      .meta({ description: "The administrator who created the token, or took it over" }),
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable().meta({ description: "Accurate to a minute" }),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: "ApiToken" });
export type ApiTokenView = z.infer<typeof apiToken>;

/** The only response that contains the token. */
export const createdToken = apiToken
  .safeExtend({
    token: z.string().meta({
      description: "Shown only once",
      examples: ["pdk_TOtOJ2MaYOWN-z4w80yiDVAk-ut372dAEwF47TkExJE"],
    }),
  })
  .meta({ id: "CreatedApiToken" });
export type CreatedToken = z.infer<typeof createdToken>;
