import { z } from "zod";
import { call } from "../../../calls/call.ts";
import { administratorProcedure } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { changeTags, listTags } from "./tags.ts";
import { changedTagsOutput, changeTagsInput, tagCount } from "./tag.schema.ts";

/** Internal tags of traders. */
export const adminTagsRouter = t.router({
  list: administratorProcedure("traders.read")
    .meta(
      call({
        rest: "GET /admin/tags",
        scope: "users:read",
        summary: "List the tags in use, most frequent first",
        description:
          "Returns each tag with the number of traders who have it, for suggestions and filters.",
        tag: "Administration",
      }),
    )
    .output(z.array(tagCount))
    .query(({ ctx }) => listTags(ctx.app)),

  change: administratorProcedure("tags.write")
    .meta(
      call({
        rest: "PATCH /admin/user/{userId}/tags",
        scope: "users:write",
        summary: "Add and remove tags of a trader",
        description:
          "Tags are stored in lower case. A trader has at most 20; traders never receive their tags.",
        tag: "Administration",
        errors: [400, 404, 409],
        event: "authz_admin",
        example: { add: ["vip"], remove: ["new"] },
      }),
    )
    .input(changeTagsInput)
    .output(changedTagsOutput)
    .mutation(async ({ ctx, input }) => ({ tags: await changeTags(ctx.app, ctx.actor, input) })),
});
