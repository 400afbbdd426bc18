import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** The newest link of a chain. A copy stored elsewhere reveals whether the end of the chain was removed later. */
export interface ChainHead {
  chain: number;
  position: number;
  /** Hexadecimal. */
  hash: string;
}

export interface BrokenLink {
  /** `undefined` if the event is missing. */
  id: number | undefined;
  chain: number;
  position: number;
  why: string;
}

export interface Verification {
  events: number;
  heads: ChainHead[];
  /** The first broken link, in the order of chains and positions. */
  broken: BrokenLink | undefined;
}

const BATCH = 5000;

/**
 * Recomputes all hashes of all chains, without using the database's own function.
 * @param known heads of an earlier verification, which must still be part of their chains
 */
export async function verifyChains(
  { kysely }: Pick<Database, "kysely">,
  known: ChainHead[] = [],
): Promise<Verification> {
  const heads = new Map<number, ChainHead>();
  const expected = new Map(known.map((head) => [`${head.chain}/${head.position}`, head.hash]));
  let events = 0;
  const end = (broken?: BrokenLink) => ({ events, heads: [...heads.values()], broken });
  for (let last: LinkRow | undefined; ;) {
    const rows: LinkRow[] = await readLinks(kysely, last);
    for (const row of rows) {
      const { chain, position } = row;
      const head = heads.get(chain);
      const why = findFault(row, head) ?? contradicts(expected.get(`${chain}/${position}`), row);
      if (why) return end({ id: row.id, chain, position, why });
      heads.set(chain, { chain, position, hash: row.hash.toString("hex") });
      events += 1;
    }
    last = rows.at(-1);
    if (rows.length < BATCH) break;
  }
  const cut = known.find(({ chain, position }) => (heads.get(chain)?.position ?? 0) < position);
  if (!cut) return end();
  const why = "the chain ends before this link, which was there earlier";
  return end({ id: undefined, chain: cut.chain, position: cut.position, why });
}

interface LinkRow {
  id: number;
  chain: number;
  position: number;
  previousHash: Buffer;
  hash: Buffer;
  content: string;
}

async function readLinks(
  kysely: Database["kysely"],
  after: Pick<LinkRow, "chain" | "position"> | undefined,
): Promise<LinkRow[]> {
  // The content must be built exactly as in the trigger of the migration.
  const { rows } = await sql<LinkRow>`
    select id::float8 as id, chain, position::float8 as position,
      previous_hash as "previousHash", hash,
      jsonb_build_array(
        id, chain, position, (extract(epoch from at) * 1000)::bigint,
        actor_kind, actor_id, actor_name, address, request_id, action,
        trader_id, trader_name, payout_id, changes, reason
      )::text as content
    from audit_events
    where (chain, position) > (${after?.chain ?? -1}::smallint, ${after?.position ?? 0}::bigint)
    order by chain, position
    limit ${BATCH}`.execute(kysely);
  return rows;
}

function findFault(row: LinkRow, head: ChainHead | undefined): string | undefined {
  const expected = (head?.position ?? 0) + 1;
  if (row.position !== expected) return `the preceding link ${expected} is missing`;
  if (row.previousHash.toString("hex") !== (head?.hash ?? "")) {
    return "its previous hash does not match the preceding link";
  }
  const hash = createHash("sha256").update(row.previousHash).update(row.content).digest();
  return hash.equals(row.hash) ? undefined : "its content was changed";
}

function contradicts(known: string | undefined, row: LinkRow): string | undefined {
  const isOther = known !== undefined && known !== row.hash.toString("hex");
  return isOther ? "the chain was rewritten after the head was saved" : undefined;
}
