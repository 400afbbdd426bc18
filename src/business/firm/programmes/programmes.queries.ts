import { type Kysely, sql } from "kysely";
import {
  computedJson,
  integer,
  isoTime,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import type { Programme, ProgrammeStep, ProgrammeVersion } from "./programme.schema.ts";

/** Newest first. */
const versions = computedJson<ProgrammeVersion[]>(
  `select json_agg(json_build_object(
      'id', id, 'version', version, 'currency', currency, 'initialBalances', initial_balances,
      'steps', steps, 'note', note, 'createdAt', ${isoTime("created_at")}, 'createdBy', created_by)
      order by version desc)
    from programme_versions where programme_id = programmes.id`,
  (stored: (Omit<ProgrammeVersion, "createdAt"> & { createdAt: string })[]) =>
    stored.map((version) => ({ ...version, createdAt: new Date(version.createdAt) })),
);

/** Programmes with all their versions, newest first. */
export const programmes = defineList({
  name: "programmes",
  from: "programmes",
  columns: {
    id: integer("programmes.id"),
    name: text("programmes.name"),
    archivedAt: timestamp("programmes.archived_at"),
    versions,
  },
  filters: {
    archived: (isIncluded: boolean) =>
      isIncluded ? undefined : sql<boolean>`programmes.archived_at is null`,
  },
});

/** @throws RefusalError if the programme does not exist */
export async function getProgramme(kysely: Kysely<Tables>, id: number): Promise<Programme> {
  const programme = await programmes.find({ database: { kysely } }, id);
  if (!programme) throw notFound("Programme");
  return programme;
}

/** What starts a stage of a programme. */
export interface OfferedVersion {
  versionId: number;
  name: string;
  version: number;
  archivedAt: string | null;
  currency: string;
  initialBalances: string[];
  steps: ProgrammeStep[];
}

/**
 * Reads a version of a programme, which cannot be archived before the transaction ends.
 * @throws RefusalError if the version does not exist
 */
export async function readOfferedVersion(
  kysely: Kysely<Tables>,
  versionId: number,
): Promise<OfferedVersion> {
  const found = await kysely
    .selectFrom("programme_versions")
    .innerJoin("programmes", "programmes.id", "programme_versions.programme_id")
    .select(["name", "archived_at as archivedAt", "programme_versions.id as versionId", "version"])
    .select(["currency", "initial_balances as initialBalances", "steps"])
    .where("programme_versions.id", "=", versionId)
    .forShare("programmes")
    .executeTakeFirst();
  if (!found) throw notFound("Version of the programme");
  return found;
}
