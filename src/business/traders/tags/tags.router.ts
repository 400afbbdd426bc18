import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { changeTags, listTags } from "./tags.ts";
import { changedTagsOutput, changeTagsInput, tagCount } from "./tag.schema.ts";

const { administratorCall } = callsAbout("Administration");

/** Internal tags of traders. */
export const adminTagsRouter = t.router({
  list: administratorCall("traders.read", {
    rest: "GET /admin/tags",
    scope: "users:read",
    summary: "List the tags in use, most frequent first",
    description:
      "Returns each tag with the number of traders who have it, for suggestions and filters.",
  })
    .output(z.array(tagCount))
    .query(({ ctx }) => listTags(ctx.app)),

  change: administratorCall("tags.write", {
    rest: "PATCH /admin/user/{userId}/tags",
    scope: "users:write",
    summary: "Add and remove tags of a trader",
    description:
      "Tags are stored in lower case. A trader has at most 20; traders never receive their tags.",
    errors: [409],
    event: "authz_admin",
    example: { add: ["vip"], remove: ["new"] },
  })
    .input(changeTagsInput)
    .output(changedTagsOutput)
    .mutation(async ({ ctx, input }) => ({ tags: await changeTags(ctx.app, ctx.actor, input) })),
});
