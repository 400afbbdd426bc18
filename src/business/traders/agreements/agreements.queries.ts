import { type Kysely, type RawBuilder, sql } from "kysely";
import {
  computedJson,
  integer,
  isoTime,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";
import type {
  Agreement,
  AgreementVersion,
  OwnAgreement,
  TraderAcceptance,
} from "./agreement.schema.ts";

/** Newest first. */
const versions = computedJson<AgreementVersion[]>(
  `select json_agg(json_build_object(
      'id', id, 'version', version, 'text', text, 'sha256', sha256,
      'createdAt', ${isoTime("created_at")}, 'createdBy', created_by) order by version desc)
    from agreement_versions where agreement_id = agreements.id`,
  (stored: (Omit<AgreementVersion, "createdAt"> & { createdAt: string })[]) =>
    stored.map((version) => ({ ...version, createdAt: new Date(version.createdAt) })),
);

/** Agreements with all their versions, newest first. */
export const agreements = defineList({
  name: "agreements",
  from: "agreements",
  columns: {
    id: integer("agreements.id"),
    name: text("agreements.name"),
    archivedAt: timestamp("agreements.archived_at"),
    versions,
  },
  filters: {},
  // A text may hold 400 kB.
  batchSize: 10,
});

/** @throws RefusalError if the agreement does not exist */
export async function getAgreement(kysely: Kysely<Tables>, id: number): Promise<Agreement> {
  const agreement = await agreements.find({ database: { kysely } }, id);
  if (!agreement) throw notFound("Agreement");
  return agreement;
}

const ownColumns = {
  id: integer("agreements.id"),
  name: text("agreements.name"),
  versionId: integer("agreement_versions.id"),
  version: integer("agreement_versions.version"),
  text: text("agreement_versions.text"),
  sha256: text("agreement_versions.sha256"),
};

/** Reads the newest versions of the agreements that are asked for, oldest agreement first. */
export function listOwnAgreements(
  kysely: Kysely<Tables>,
  traderId: number,
): Promise<OwnAgreement[]> {
  return selectOwn(kysely, traderId, sql`agreements.archived_at is null`);
}

/** Reads the newest version of an agreement, archived or not. */
export async function getOwnAgreement(
  kysely: Kysely<Tables>,
  traderId: number,
  id: number,
): Promise<OwnAgreement> {
  const [agreement] = await selectOwn(kysely, traderId, sql`agreements.id = ${id}`);
  return agreement!;
}

async function selectOwn(
  kysely: Kysely<Tables>,
  traderId: number,
  which: RawBuilder<unknown>,
): Promise<OwnAgreement[]> {
  const rows = await selectRows(
    kysely,
    ownColumns,
    sql`from agreements join agreement_versions on agreement_versions.agreement_id = agreements.id
      where ${which} and agreement_versions.version = (select max(newest.version)
        from agreement_versions as newest where newest.agreement_id = agreements.id)
      order by agreements.id`,
  );
  const accepted = await kysely
    .selectFrom("agreement_acceptances")
    .innerJoin("agreement_versions", "agreement_versions.id", "agreement_acceptances.version_id")
    .distinctOn("agreement_versions.agreement_id")
    .select(["agreement_versions.agreement_id as id", "version", "accepted_at as at"])
    .where("agreement_acceptances.user_id", "=", traderId)
    .orderBy("agreement_versions.agreement_id")
    .orderBy("agreement_versions.version", "desc")
    .execute();
  const latest = new Map(accepted.map((row) => [row.id, row]));
  return rows.map((row) => {
    const acceptance = latest.get(row.id);
    return {
      ...row,
      acceptedAt: acceptance ? new Date(acceptance.at) : null,
      acceptedVersion: acceptance?.version ?? null,
    };
  });
}

const acceptanceTables = `agreement_acceptances
  join agreement_versions on agreement_versions.id = agreement_acceptances.version_id
  join agreements on agreements.id = agreement_versions.agreement_id`;

const acceptanceColumns = {
  id: integer("agreement_acceptances.id"),
  agreementId: integer("agreements.id"),
  name: text("agreements.name"),
  versionId: integer("agreement_versions.id"),
  version: integer("agreement_versions.version"),
  sha256: text("agreement_versions.sha256"),
  fullName: text("agreement_acceptances.full_name"),
  acceptedAt: timestamp("agreement_acceptances.accepted_at"),
};

/** Lists what a trader has accepted, newest first. @throws RefusalError if the trader does not exist */
export async function listAcceptances(
  kysely: Kysely<Tables>,
  traderId: number,
): Promise<TraderAcceptance[]> {
  const trader = await kysely
    .selectFrom("users")
    .select("id")
    .where("id", "=", traderId)
    .executeTakeFirst();
  if (!trader) throw notFound("User");
  return selectRows(
    kysely,
    acceptanceColumns,
    sql`from ${sql.raw(acceptanceTables)} where agreement_acceptances.user_id = ${traderId}
      order by agreement_acceptances.id desc`,
  );
}

/** Who has accepted a version, newest first. */
export const acceptedVersions = defineList({
  name: "acceptances of a version",
  from: "agreement_acceptances join users on users.id = agreement_acceptances.user_id",
  columns: {
    id: integer("agreement_acceptances.id"),
    userId: integer("agreement_acceptances.user_id"),
    fullName: text("agreement_acceptances.full_name"),
    email: text("users.email"),
    acceptedAt: timestamp("agreement_acceptances.accepted_at"),
  },
  filters: { versionId: "agreement_acceptances.version_id" },
});

const copyColumns = {
  ...acceptanceColumns,
  text: text("agreement_versions.text"),
  email: text("users.email"),
};

/** Reads a version as a trader has accepted it. @throws RefusalError if they have not */
export async function getAcceptedText(kysely: Kysely<Tables>, traderId: number, versionId: number) {
  const [accepted] = await selectRows(
    kysely,
    copyColumns,
    sql`from ${sql.raw(acceptanceTables)} join users on users.id = agreement_acceptances.user_id
      where agreement_acceptances.user_id = ${traderId}
        and agreement_acceptances.version_id = ${versionId}`,
  );
  if (!accepted) throw notFound("Accepted agreement");
  return accepted;
}

export const acceptancesPart: OwnDataPart = {
  name: "accepted-agreements",
  about: "Accepted agreements with their texts",
  table: "agreement_acceptances",
  joins: `join agreement_versions on agreement_versions.id = agreement_acceptances.version_id
    join agreements on agreements.id = agreement_versions.agreement_id`,
  where: byTrader("agreement_acceptances.user_id"),
  key: ["agreement_acceptances.id"],
  columns: { ...acceptanceColumns, text: text("agreement_versions.text") },
};
