import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";
import type { Context } from "../../../platform/context.ts";
import {
  computedJson,
  integer,
  isoTime,
  type Row,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import { mapList } from "../../../platform/lists/list-declaration.ts";
import { sortBy } from "../../../platform/lists/sort-keys.ts";
import type { Cipher } from "../../../platform/vault/cipher.ts";
import { statusOfIdentity } from "./identity-status.queries.ts";
import {
  attemptsLeft,
  type IdentityFacts,
  type IdentityStatus,
  type PictureKind,
  type PictureSide,
  pictureTypes,
  type StoredIdentityStatus,
} from "./identity.rule.ts";
import type { AdminIdentity, Identity, IdentityPicture } from "./identity.schema.ts";
import { readIdentitySettings } from "./identity-settings.ts";
import { unsealFacts, unsealPictureKey } from "./sealed-identity.ts";
import { unsealFile } from "../../../platform/vault/sealed-file.ts";

/** What reads need: an identity is read at a time, and its facts are encrypted. */
type ReadContext = Pick<Context, "cipher" | "clock"> & { database: { kysely: Kysely<Tables> } };

interface StoredPicture extends Omit<IdentityPicture, "type" | "uploadedAt"> {
  kind: PictureKind;
  uploadedAt: string;
}

const files = computedJson<IdentityPicture[]>(
  `select coalesce(json_agg(json_build_object('id', id, 'side', side, 'kind', kind, 'size', size,
      'uploadedAt', ${isoTime("uploaded_at")})
      order by array_position(array['front', 'back', 'selfie', 'address'], side)), '[]')
    from identity_files where identity_id = identities.id`,
  (stored: StoredPicture[]) => stored.map(presentPicture),
);

export function presentPicture({
  id,
  side,
  kind,
  size,
  uploadedAt,
}: {
  id: number;
  side: PictureSide;
  kind: PictureKind;
  size: number;
  uploadedAt: string | Date;
}): IdentityPicture {
  return { id, side, type: pictureTypes[kind], size, uploadedAt: new Date(uploadedAt) };
}

const columns = {
  id: integer("identities.id"),
  userId: integer("identities.user_id"),
  fullName: text("users.full_name"),
  reference: text("identity_profiles.reference"),
  usedAttempts: integer("identity_profiles.used_attempts"),
  status: text("identities.status"),
  facts: text("identities.facts"),
  files,
  reason: text("identities.reason"),
  submittedAt: timestamp("identities.submitted_at"),
  decidedAt: timestamp("identities.decided_at"),
  decidedBy: text("identities.decided_by"),
  expiresAt: timestamp("identities.expires_at"),
};

type IdentityRow = Row<typeof columns>;

const storedIdentities = (now: Date) =>
  defineList({
    name: "identities",
    from: `identities join users on users.id = identities.user_id
      join identity_profiles on identity_profiles.user_id = identities.user_id`,
    columns,
    sorts: { place: sortBy("identities.place", "identities.id") },
    defaultOrder: { sort: "place", order: "asc" },
    filters: {
      userId: "identities.user_id",
      status: (status: IdentityStatus) =>
        status === "expired"
          ? sql<boolean>`(${statusOfIdentity(now)} = 'expired')`
          : sql<boolean>`(identities.status = ${status} and ${statusOfIdentity(now)} <> 'expired')`,
    },
    batchSize: 200,
  });

/** All attempts of all traders, oldest submitted first; drafts come last. */
export async function identitiesAt(context: ReadContext) {
  const { attempts } = await readIdentitySettings(context.database.kysely);
  const now = context.clock.now();
  return mapList(storedIdentities(now), (rows, { cipher }) =>
    rows.map((row) => presentIdentity(cipher, row, attempts, now)),
  );
}

/** @throws RefusalError if the identity does not exist */
export async function getIdentity(context: ReadContext, id: number): Promise<AdminIdentity> {
  const now = context.clock.now();
  const row = await storedIdentities(now).find(context, id);
  if (!row) throw notFound("Identity");
  const { attempts } = await readIdentitySettings(context.database.kysely);
  return presentIdentity(context.cipher, row, attempts, now);
}

/** Reads the latest attempt of a trader, with the status `none` if there is none. @throws RefusalError if they do not exist */
export async function getIdentityOf(
  context: ReadContext,
  traderId: number,
): Promise<AdminIdentity> {
  const { kysely } = context.database;
  const latest = await kysely
    .selectFrom("identities")
    .select("id")
    .where("user_id", "=", traderId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (latest) return getIdentity(context, latest.id);
  const trader = await kysely
    .selectFrom("users")
    .select("full_name as fullName")
    .where("id", "=", traderId)
    .executeTakeFirst();
  if (!trader) throw notFound("User");
  const { reference, usedAttempts } = await ensureProfile(kysely, traderId);
  const { attempts } = await readIdentitySettings(kysely);
  return {
    status: "none",
    reference,
    attemptsLeft: attemptsLeft(attempts, usedAttempts),
    id: null,
    ...noFacts,
    files: [],
    reason: null,
    submittedAt: null,
    decidedAt: null,
    expiresAt: null,
    userId: traderId,
    fullName: trader.fullName,
    decidedBy: null,
  };
}

/** Returns an identity without what only staff read. */
export function withoutStaff({
  userId: _user,
  fullName: _name,
  decidedBy: _by,
  ...own
}: AdminIdentity): Identity {
  return own;
}

/** Reads what outlives the attempts of a trader, and creates it with a new reference if there is none yet. */
export async function ensureProfile(kysely: Kysely<Tables>, traderId: number) {
  const read = () =>
    kysely
      .selectFrom("identity_profiles")
      .select(["reference", "used_attempts as usedAttempts"])
      .where("user_id", "=", traderId)
      .executeTakeFirst();
  const existing = await read();
  if (existing) return existing;
  await kysely
    .insertInto("identity_profiles")
    .values({ user_id: traderId, reference: randomUUID(), used_attempts: 0, checked_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await read())!;
}

const noFacts: { readonly [Name in keyof IdentityFacts]: null } = {
  legalName: null,
  birthDate: null,
  country: null,
  city: null,
  street: null,
  houseNumber: null,
  documentKind: null,
  documentExpiresOn: null,
};

function presentIdentity(
  cipher: Cipher,
  { usedAttempts, facts, status, ...row }: IdentityRow,
  attempts: number,
  now: Date,
): AdminIdentity {
  return {
    ...row,
    status: statusAt({ status, expiresAt: row.expiresAt }, now),
    attemptsLeft: attemptsLeft(attempts, usedAttempts),
    ...noFacts,
    ...unsealFacts(cipher, row.userId, facts),
  };
}

/** Returns the status of an attempt at a time; see `statusOfIdentity`. */
export function statusAt(
  { status, expiresAt }: { status: StoredIdentityStatus; expiresAt?: Date | null | undefined },
  now: Date,
): IdentityStatus {
  const hasEnded = status === "approved" && expiresAt && expiresAt <= now;
  return hasEnded ? "expired" : status;
}

/** Reads the facts of the latest submitted attempt of each trader, encrypted; traders without any have no entry. */
export async function readSealedFacts(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await kysely
    .selectFrom("identities")
    .distinctOn("user_id")
    .select(["user_id as userId", "facts"])
    .where("user_id", "in", userIds)
    .where("status", "<>", "draft")
    .orderBy("user_id")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.flatMap(({ userId, facts }) => (facts ? [[userId, facts] as const] : [])));
}

export const legalNameOf = (cipher: Cipher, traderId: number, sealed: string): string | null =>
  unsealFacts(cipher, traderId, sealed)?.legalName ?? null;

export const identitiesPart: OwnDataPart = {
  name: "identity",
  about: "What was sent to prove the identity, and how it was decided",
  table: "identities",
  joins: "join identity_profiles on identity_profiles.user_id = identities.user_id",
  where: byTrader("identities.user_id"),
  key: ["identities.id"],
  columns: {
    id: columns.id,
    reference: columns.reference,
    status: columns.status,
    facts: columns.facts,
    reason: columns.reason,
    createdAt: timestamp("identities.created_at"),
    submittedAt: columns.submittedAt,
    decidedAt: columns.decidedAt,
    expiresAt: columns.expiresAt,
  },
  unseal: (cipher, { traderId }, row) => ({
    ...row,
    facts: unsealFacts(cipher, traderId, row.facts as string | null),
  }),
};

export const picturesPart: OwnDataPart = {
  name: "identity-pictures",
  about: "Pictures of documents",
  table: "identity_files",
  where: byTrader("identity_files.user_id"),
  key: ["identity_files.id"],
  columns: {
    id: integer("identity_files.id"),
    identityId: integer("identity_files.identity_id"),
    side: text("identity_files.side"),
    size: integer("identity_files.size"),
    uploadedAt: timestamp("identity_files.uploaded_at"),
  },
  file: {
    id: "identity_files.id",
    key: "identity_files.file_key",
    name: "identity_files.side",
    extension: { column: "identity_files.kind" },
    sealed: {
      key: "identity_files.data_key",
      unseal: (cipher, { traderId }, stream, sealedKey) =>
        unsealFile(stream, unsealPictureKey(cipher, traderId, sealedKey)),
    },
  },
};
