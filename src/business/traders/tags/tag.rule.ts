import { text } from "../../office/tables/filters.rule.ts";

/** The maximum number of characters of a tag. */
export const TAG_LENGTH = 40;

/** Filters a table by a tag of the trader. */
export const tagFilter = text({
  label: "Tag",
  longest: TAG_LENGTH,
  accepts: (tag) => !tag.includes(","),
});
