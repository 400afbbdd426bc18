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
import type { Rules } from "../../rulebook/rules/rules.schema.ts";
import { rulesInBrief } from "../../rulebook/rules/words.rule.ts";
import type { Ladder, Programme, ProgrammeStep, ProgrammeVersion } from "./programme.schema.ts";

/** Newest first. */
const versions = computedJson<ProgrammeVersion[]>(
  `select json_agg(json_build_object(
      'id', id, 'version', version, 'currency', currency, 'initialBalances', initial_balances,
      'steps', steps, 'note', note, 'createdAt', ${isoTime("created_at")}, 'createdBy', created_by)
      order by version desc)
    from programme_versions where programme_id = programmes.id`,
  (stored: (Omit<ProgrammeVersion, "createdAt"> & { createdAt: string })[]) =>
    stored.map((version) => ({
      ...version,
      steps: withPlatform(version.steps),
      createdAt: new Date(version.createdAt),
    })),
);

/** Steps of versions that were added before steps could open accounts have no `platform`. */
function withPlatform(steps: (Omit<ProgrammeStep, "platform"> & Partial<ProgrammeStep>)[]) {
  return steps.map((step): ProgrammeStep => ({ ...step, platform: step.platform ?? null }));
}

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
  const offered = await kysely
    .selectFrom("programme_versions")
    .innerJoin("programmes", "programmes.id", "programme_versions.programme_id")
    .select(["name", "archived_at as archivedAt", "programme_versions.id as versionId", "version"])
    .select(["currency", "initial_balances as initialBalances", "steps"])
    .where("programme_versions.id", "=", versionId)
    .forShare("programmes")
    .executeTakeFirst();
  if (!offered) throw notFound("Version of the programme");
  return { ...offered, steps: withPlatform(offered.steps) };
}

/** Reads the ladder of a trader's current stage; `null` if the stage belongs to no programme, or if there is none. */
export async function readLadder(kysely: Kysely<Tables>, traderId: number): Promise<Ladder | null> {
  const { rows } = await sql<StoredLadder>`
    select name, version, stages.initial_balance as "initialBalance", stages.currency,
      programme_step as step, stages.outcome, steps,
      (select json_object_agg(id, rules) from rule_versions
        where id in (select (step ->> 'rulesVersionId')::int from jsonb_array_elements(steps) as step)
      ) as rules
    from (select stages.* from stages
        join trading_accounts on trading_accounts.id = stages.account_id
        where trading_accounts.user_id = ${traderId}
        order by stages.started_at desc, stages.id desc limit 1) as stages
      join programme_versions on programme_versions.id = stages.programme_version_id
      join programmes on programmes.id = programme_versions.programme_id`.execute(kysely);
  const [ladder] = rows;
  if (!ladder) return null;
  const { steps, rules, ...rest } = ladder;
  return {
    ...rest,
    steps: steps.map(({ phase, payoutEnabled, rulesVersionId }) => ({
      phase,
      payoutEnabled,
      terms: rulesInBrief(rules[rulesVersionId]!, rest.currency),
    })),
  };
}

interface StoredLadder extends Omit<Ladder, "steps"> {
  steps: ProgrammeStep[];
  rules: Record<number, Rules>;
}
