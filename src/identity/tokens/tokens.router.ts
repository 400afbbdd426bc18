import { z } from "zod";
import { message } from "../../platform/fields/fields.schema.ts";
import { callsAbout } from "../../calls/procedures.ts";
import { t } from "../../calls/trpc.ts";
import { revokeToken } from "./revoke-tokens.ts";
import { createToken, listTokens } from "./tokens.ts";
import { apiToken, createdToken, createTokenInput, tokenIdInput } from "./tokens.schema.ts";

const { administratorCall } = callsAbout("Administration");

/** Calls about API tokens. None declares a scope, so that a token can never manage tokens. */
export const adminTokensRouter = t.router({
  list: administratorCall("tokens.manage", {
    rest: "GET /admin/tokens",
    summary: "List API tokens, newest first",
    description: "Includes expired and revoked tokens. The tokens themselves are never returned.",
  })
    .output(z.array(apiToken))
    .query(({ ctx }) => listTokens(ctx.app)),

  create: administratorCall("tokens.manage", {
    rest: "POST /admin/tokens",
    summary: "Create an API token",
    description: "The response contains the token, which is not shown again.",
    successStatus: 201,
    event: "authn_token_created",
    example: { label: "MT5 bridge", scopes: ["feed:write"], expiresAt: "2100-01-01T00:00:00Z" },
  })
    .input(createTokenInput)
    .output(createdToken)
    .mutation(({ ctx, input }) => createToken(ctx.app, ctx.actor, input)),

  revoke: administratorCall("tokens.manage", {
    rest: "DELETE /admin/tokens/{id}",
    summary: "Revoke an API token",
    description: "Takes effect immediately. The token stays listed with `revokedAt`.",
    response: { message: "Token revoked" },
    event: "authn_token_revoked",
  })
    .input(tokenIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await revokeToken(ctx.app, ctx.actor, input.id);
      return { message: "Token revoked" };
    }),
});
