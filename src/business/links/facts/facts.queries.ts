import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { unsealFacts } from "../../traders/identity/sealed-identity.ts";
import { type FactValue, plainAddress, plainName } from "./fact.rule.ts";

type FactContext = Pick<Context, "cipher" | "clock" | "log"> & { kysely: Kysely<Tables> };

/**
 * Reads what all traders could share: payees of their requests, browsers and networks of their sign-ins, names with
 * addresses or birth dates, and addresses.
 */
export async function readFactValues(context: FactContext): Promise<FactValue[]> {
  return [
    ...(await readPayees(context)),
    ...(await readTraces(context)),
    ...(await readProfiles(context)),
    ...(await readBirthDates(context)),
  ];
}

/** By the fingerprints that the flag `details_shared` compares. */
async function readPayees({ kysely }: FactContext): Promise<FactValue[]> {
  const { rows } = await sql<{ userId: number; value: string; firstAt: Date; lastAt: Date }>`
    select user_id as "userId", details_fingerprint as value, min(created_at) as "firstAt",
      max(created_at) as "lastAt"
    from payout_requests where details_fingerprint is not null group by 1, 2`.execute(kysely);
  return rows.map(({ userId, value, firstAt, lastAt }) => ({
    kind: "payee",
    userId,
    value,
    firstAt: new Date(firstAt).getTime(),
    lastAt: new Date(lastAt).getTime(),
  }));
}

/** By their hashes. */
async function readTraces({ kysely }: FactContext): Promise<FactValue[]> {
  const rows = await kysely
    .selectFrom("trader_traces")
    .select(["kind", "trader_id as userId", "hash as value"])
    .select(["first_at as firstAt", "last_at as lastAt"])
    .execute();
  return rows.map(({ firstAt, lastAt, ...row }) => ({
    ...row,
    firstAt: new Date(firstAt).getTime(),
    lastAt: new Date(lastAt).getTime(),
  }));
}

const untimed = { firstAt: null, lastAt: null };

async function readProfiles({ kysely }: FactContext): Promise<FactValue[]> {
  const rows = await kysely
    .selectFrom("users")
    .select(["id", "full_name as fullName", "country", "city", "street"])
    .select("house_number as houseNumber")
    .where("street", "is not", null)
    .execute();
  return rows.flatMap(({ id, fullName, country, city, street, houseNumber }): FactValue[] => {
    const address = plainAddress([country, city, street, houseNumber]);
    if (address === null) return [];
    const name = plainName(fullName);
    const household = { kind: "household", userId: id, value: address, ...untimed } as const;
    if (name === null) return [household];
    return [household, { kind: "person", userId: id, value: `${name}|at ${address}`, ...untimed }];
  });
}

/** Of the latest attempts, if they are approved. */
async function readBirthDates(context: FactContext): Promise<FactValue[]> {
  const { cipher, clock, kysely, log } = context;
  const { rows } = await sql<{ userId: number; status: string; facts: string | null }>`
    select distinct on (user_id) user_id as "userId", status, facts from identities
    where status <> 'draft' and (expires_at is null or expires_at > ${clock.now().toISOString()}::timestamptz)
    order by user_id, id desc`.execute(kysely);
  return rows.flatMap(({ userId, status, facts: sealed }): FactValue[] => {
    if (status !== "approved") return [];
    try {
      const facts = unsealFacts(cipher, userId, sealed);
      const name = plainName(facts?.legalName ?? null);
      if (name === null || !facts?.birthDate) return [];
      return [{ kind: "person", userId, value: `${name}|born ${facts.birthDate}`, ...untimed }];
    } catch (error) {
      log.warn({ err: error, userId }, "the facts of an identity could not be read");
      return [];
    }
  });
}
