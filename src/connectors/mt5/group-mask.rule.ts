/** Returns whether a mask such as `prop\*,!prop\test` selects a group: `*` is any text, `!` excludes. */
export function matchesMask(group: string, mask: string): boolean {
  const patterns = mask.split(",").map((pattern) => pattern.trim());
  const matches = (pattern: string) => {
    const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
    return new RegExp(`^${escaped}$`, "is").test(group);
  };
  const excluded = patterns.filter((pattern) => pattern.startsWith("!"));
  const included = patterns.filter((pattern) => pattern !== "" && !pattern.startsWith("!"));
  if (excluded.some((pattern) => matches(pattern.slice(1)))) return false;
  return included.length === 0 || included.some(matches);
}
