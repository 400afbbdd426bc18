import { z } from "zod";
import { message } from "../../platform/fields/fields.schema.ts";
import { call } from "../../calls/call.ts";
import { administratorProcedure } from "../../calls/procedures.ts";
import { t } from "../../calls/trpc.ts";
import { createToken, listTokens, revokeToken } from "./tokens.ts";
import { apiToken, createdToken, createTokenInput, tokenIdInput } from "./tokens.schema.ts";

/** Calls about API tokens. None declares a scope, so that a token can never manage tokens. */
export const adminTokensRouter = t.router({
  list: administratorProcedure("tokens.manage")
    .meta(
      call({
        rest: "GET /admin/tokens",
        summary: "List API tokens, newest first",
        description:
          "Includes expired and revoked tokens. The tokens themselves are never returned.",
        tag: "Administration",
      }),
    )
    .output(z.array(apiToken))
    .query(({ ctx }) => listTokens(ctx.app)),

  create: administratorProcedure("tokens.manage")
    .meta(
      call({
        rest: "POST /admin/tokens",
        summary: "Create an API token",
        description: "The response contains the token, which is not shown again.",
        tag: "Administration",
        errors: [400],
        successStatus: 201,
        event: "authn_token_created",
        example: { label: "MT5 bridge", scopes: ["feed:write"], expiresAt: "2100-01-01T00:00:00Z" },
      }),
    )
    .input(createTokenInput)
    .output(createdToken)
    .mutation(({ ctx, input }) => createToken(ctx.app, ctx.actor, input)),

  revoke: administratorProcedure("tokens.manage")
    .meta(
      call({
        rest: "DELETE /admin/tokens/{id}",
        summary: "Revoke an API token",
        description: "Takes effect immediately. The token stays listed with `revokedAt`.",
        tag: "Administration",
        response: { message: "Token revoked" },
        errors: [404],
        event: "authn_token_revoked",
      }),
    )
    .input(tokenIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await revokeToken(ctx.app, ctx.actor, input.id);
      return { message: "Token revoked" };
    }),
});
