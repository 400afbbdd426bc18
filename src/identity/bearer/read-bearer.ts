/**
 * The credentials of an `Authorization` header with the scheme Bearer, `""` if it has none. Returns
 * `undefined` for other schemes and without a header: such a call is judged by its cookies.
 */
export function readBearer(header: string | undefined): string | undefined {
  return /^bearer(?:$|[ \t]+)(?<credentials>.*)$/is.exec(header ?? "")?.groups?.credentials?.trim();
}
