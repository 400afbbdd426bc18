import { randomBytes } from "node:crypto";
import { LockMode } from "@mikro-orm/core";
import { sql } from "kysely";
import type { z } from "zod";
import { changesBetween, hasChanges } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { invalidField, notFound } from "../../../platform/errors.ts";
import { seal } from "../../../platform/vault/cipher.ts";
import { generateToken } from "../../../platform/vault/tokens.ts";
import { readOfferedVersion } from "../programmes/programmes.queries.ts";
import { Source } from "./order.entity.ts";
import { isShop, type SourceKind } from "./order.rule.ts";
import { isStandardSecret } from "./verify-signature.ts";
import { sourceSecrets } from "./source-secrets.ts";
import type {
  createSourceInput,
  mapProductInput,
  Source as SourceView,
  SourceProduct,
  SourceWithSecret,
  updateSourceInput,
} from "./source.schema.ts";
import { getSource } from "./sources.queries.ts";

/**
 * Adds a source. Its secret is stored encrypted, and cannot be read again.
 * @throws RefusalError if the secret is not one of its kind
 */
export async function createSource(
  context: Context,
  actor: StaffActor,
  { name, kind, secret = generateSecret(kind) }: z.output<typeof createSourceInput>,
): Promise<SourceWithSecret> {
  requireSecretOf(kind, secret);
  return inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    // The id is needed to encrypt the secret.
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('sources', 'id'))::int as id`.execute(kysely);
    const { id } = rows[0]!;
    const sealed = seal(context.cipher, sourceSecrets, id, secret);
    await kysely
      .insertInto("sources")
      .values({
        id,
        name,
        kind,
        secret: sealed,
        created_at: context.clock.now().toISOString(),
        created_by: actor.label,
      })
      .execute();
    await recordEvent(context, transaction, actor, {
      action: "source.created",
      changes: changesBetween({}, { sourceId: id, name, kind }),
    });
    const created = await getSource({ ...context, database: { kysely } }, id);
    return { ...created, secret };
  });
}

const generateSecret = (kind: SourceKind): string =>
  kind === "json" ? `whsec_${randomBytes(32).toString("base64")}` : generateToken();

function requireSecretOf(kind: SourceKind, secret: string): void {
  if (kind !== "json" || isStandardSecret(secret)) return;
  throw invalidField("secret", "The secret must be whsec_ followed by text in base64");
}

/**
 * Changes the name, or replaces the secret at once. Omitted fields keep their values.
 * @throws RefusalError if the source does not exist, or if the secret is not one of its kind
 */
export async function updateSource(
  context: Context,
  actor: StaffActor,
  { id, name, secret }: z.output<typeof updateSourceInput>,
): Promise<SourceView> {
  return inTransaction(context.database, async (transaction) => {
    const source = await lockSource(transaction, id);
    if (secret !== undefined) requireSecretOf(source.kind, secret);
    const renamed = changesBetween({ name: source.name }, { name: name ?? source.name });
    if (name !== undefined) source.name = name;
    if (secret !== undefined) source.secret = seal(context.cipher, sourceSecrets, id, secret);
    await transaction.flush();
    const changes = { ...renamed, ...(secret !== undefined && { secret: "changed" as const }) };
    if (hasChanges(changes)) {
      await recordEvent(context, transaction, actor, {
        action: "source.changed",
        changes: { sourceId: { from: id, to: id }, ...changes },
      });
    }
    return getSource({ ...context, database: { kysely: kyselyOf(transaction) } }, id);
  });
}

/** Removes a source: its address no longer exists, and its orders stay. @throws RefusalError if it does not exist */
export async function removeSource(context: Context, actor: StaffActor, id: number): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const source = await lockSource(transaction, id);
    const { name, kind } = source;
    transaction.assign(source, { removedAt: context.clock.now(), secret: null });
    await recordEvent(context, transaction, actor, {
      action: "source.removed",
      changes: changesBetween({ sourceId: id, name, kind }, {}),
    });
  });
}

async function lockSource(transaction: Transaction, id: number): Promise<Source> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  const source = await transaction.findOne(Source, { id, removedAt: null }, options);
  if (!source) throw notFound("Source");
  return source;
}

/**
 * Says what a product means, also of the items that wait for it.
 * @returns whether it takes the place of an earlier meaning
 * @throws RefusalError if the source does not exist or is no shop, or if the version does not offer this start
 */
export async function mapProduct(
  context: Context,
  actor: StaffActor,
  { id, ...input }: z.output<typeof mapProductInput>,
): Promise<{ product: SourceProduct; isReplaced: boolean }> {
  return inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    const source = await lockSource(transaction, id);
    if (!isShop(source.kind)) throw invalidField("id", "Only shops have products");
    const product = await requireStart(transaction, input);
    const mapped = kysely
      .selectFrom("source_products")
      .select(["kind", "programme_version_id as programmeVersionId"])
      .select("initial_balance as initialBalance")
      .where("source_id", "=", id)
      .where("product", "=", input.product);
    const before = await mapped.executeTakeFirst();
    const row = {
      kind: product.kind,
      programme_version_id: product.programmeVersionId,
      initial_balance: product.initialBalance,
      created_at: context.clock.now().toISOString(),
      created_by: actor.label,
    };
    await kysely
      .insertInto("source_products")
      .values({ source_id: id, product: input.product, ...row })
      .onConflict((conflict) => conflict.columns(["source_id", "product"]).doUpdateSet(row))
      .execute();
    const { product: name, ...meaning } = product;
    await recordEvent(context, transaction, actor, {
      action: "source.product-mapped",
      changes: {
        sourceId: { from: id, to: id },
        product: { from: name, to: name },
        ...changesBetween(before ?? {}, meaning),
      },
    });
    return { product, isReplaced: before !== undefined };
  });
}

/** @throws RefusalError if a start names no version and one of its sizes, or another kind does */
async function requireStart(
  transaction: Transaction,
  {
    product,
    kind,
    programmeVersionId = null,
    initialBalance = null,
  }: Omit<z.output<typeof mapProductInput>, "id">,
): Promise<SourceProduct> {
  if (kind !== "start") {
    if (programmeVersionId === null && initialBalance === null) {
      return { product, kind, programmeVersionId, initialBalance };
    }
    throw invalidField("programmeVersionId", "Only a start has a version and an initial balance");
  }
  if (programmeVersionId === null) throw invalidField("programmeVersionId", "Version is required");
  if (initialBalance === null) throw invalidField("initialBalance", "Initial balance is required");
  await requireOfferedStart(transaction, { programmeVersionId, initialBalance });
  return { product, kind, programmeVersionId, initialBalance };
}

/** @throws RefusalError if the version does not exist, or does not offer the initial balance */
export async function requireOfferedStart(
  transaction: Transaction,
  { programmeVersionId, initialBalance }: { programmeVersionId: number; initialBalance: string },
): Promise<{ currency: string }> {
  const kysely = kyselyOf(transaction);
  const exists = await kysely
    .selectFrom("programme_versions")
    .select("id")
    .where("id", "=", programmeVersionId)
    .executeTakeFirst();
  if (!exists) {
    throw invalidField("programmeVersionId", "This version of a programme does not exist");
  }
  const { initialBalances, currency } = await readOfferedVersion(kysely, programmeVersionId);
  if (initialBalances.includes(initialBalance)) return { currency };
  throw invalidField(
    "initialBalance",
    `Initial balance must be one of ${initialBalances.join(", ")}`,
  );
}
