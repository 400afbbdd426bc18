/** So much of what a platform says is reported; Propdesk takes a little more. */
const LONGEST = 500;
const control = /[\p{Cc}\p{Cs}]+/gu;

/**
 * Returns what a platform says, as administrators may read it: in one line, not too long, and without the secrets that
 * were sent, which some servers repeat in a refusal.
 */
export function reportableText(
  text: string,
  secrets: readonly (string | undefined)[] = [],
): string {
  let shown = text;
  for (const secret of secrets) if (secret) shown = shown.replaceAll(secret, "…");
  shown = shown.replaceAll(control, " ").trim();
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1)}…` : shown;
}
