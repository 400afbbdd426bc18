import { type RawBuilder, sql } from "kysely";

/** SQL of a server's name as it is compared: without case and surrounding space. */
export function comparedServer(
  name: RawBuilder<unknown> | string | null,
): RawBuilder<string | null> {
  return sql`lower(btrim(${name}, E' \\t\\n\\r'))`;
}
