import canonicalize from "canonicalize";

/**
 * JSON as RFC 8785 defines it: the same text for the same value, on every machine.
 * @throws Error if the value has a text that is not Unicode, or a number that JSON lacks
 */
export function canonicalJson(value: object | null): string {
  return canonicalize(value)!;
}
