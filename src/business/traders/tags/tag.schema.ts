import { z } from "zod";
import { targetId } from "../../../platform/fields/fields.schema.ts";
import { nameText } from "../../../platform/fields/text.schema.ts";
import { TAG_LENGTH } from "./tag.rule.ts";

/** The maximum number of tags per trader. */
export const MAX_TAGS = 20;

const tagMessage = "Please enter a tag";

/** In lower case with single spaces, so that "VIP" and "vip" are one tag. */
export const tag = nameText(tagMessage, { longest: TAG_LENGTH })
  .transform((value) => value.toLowerCase().replace(/\s+/g, " "))
  .refine((value) => !value.includes(","), { error: "A tag must not contain a comma" })
  .meta({ examples: ["vip"] });

/** The tags of a trader, in alphabetical order. */
export const tags = z
  .array(z.string())
  .meta({ description: "Internal tags; traders never receive them", examples: [["vip"]] });

const changedTags = z.array(tag).max(MAX_TAGS, { error: `At most ${MAX_TAGS} tags` });

export const changeTagsInput = z.strictObject({
  userId: targetId,
  add: changedTags.optional(),
  remove: changedTags.optional(),
});

export const changedTagsOutput = z.object({ tags });

/** A tag with the number of traders who have it. */
export const tagCount = z
  .object({ tag: z.string(), traders: z.number().meta({ type: "integer", minimum: 1 }) })
  .meta({ id: "TagCount" });
export type TagCount = z.infer<typeof tagCount>;
