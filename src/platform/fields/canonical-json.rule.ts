import canonicalize from "canonicalize";

/**
 * Returns canonical JSON (RFC 8785), in which equal values have the same text on every machine.
 * @throws Error if the value contains text that is not valid Unicode, or a number that JSON does not support
 */
export function canonicalJson(value: object | null): string {
  return canonicalize(value)!;
}
