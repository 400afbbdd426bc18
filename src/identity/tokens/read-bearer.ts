/**
 * Returns the credentials of an `Authorization` header with the scheme Bearer, or `""` if it has none. Returns
 * `undefined` for other schemes and without a header; such calls are authenticated by their cookies.
 */
export function readBearer(header: string | undefined): string | undefined {
  return /^bearer(?:$|[ \t]+)(?<credentials>.*)$/is.exec(header ?? "")?.groups?.credentials?.trim();
}
