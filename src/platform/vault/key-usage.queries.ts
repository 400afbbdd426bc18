import type { Database } from "../database/database.ts";
import { sealedColumns, type SealedName, sealedNames } from "./sealed-columns.ts";

interface UsageKind {
  name: SealedName | "answers" | "mails";
  label: string;
  title?: string;
  isAlwaysListed?: true;
}

/** Everything that keys encrypt. A rotation leaves answers and mails as they are, because they are soon removed or sent. */
export const usageKinds: UsageKind[] = [
  ...sealedNames.map((name) => ({ name, ...sealedColumns[name] })),
  { name: "answers", label: "stored responses", isAlwaysListed: true },
  { name: "mails", label: "waiting mails", isAlwaysListed: true },
];

/** The number of texts of each kind that are encrypted with a key. */
export type KeyUsage = { keyId: string } & Record<UsageKind["name"], number>;

/** Stored answers of calls with an `Idempotency-Key`, which are removed after a day. */
const answers = "select 'answers', answer from idempotent_calls";

/** Mails that are waiting or failed permanently, and pending requests for a reset link. */
const mails = `select 'mails', data ->> 'sealed' from pgboss.job
  where name in ('mail', 'password-reset') and state in ('created', 'retry', 'active')
    or name = 'mail' and state = 'failed'`;

/** Returns the usage of each key that encrypts anything in the database. */
export async function readKeyUsage({ pool }: Database): Promise<KeyUsage[]> {
  const hasJobs = await pool.query("select to_regclass('pgboss.job') as found");
  const sealed = sealedNames.flatMap((name) => {
    const { table, columns } = sealedColumns[name];
    return columns.map((column) => `select '${name}', ${column} from ${table}`);
  });
  const sources = [...sealed, answers, ...(hasJobs.rows[0].found ? [mails] : [])];
  const counts = usageKinds.map(
    ({ name }) => `count(*) filter (where kind = '${name}')::int as "${name}"`,
  );
  const { rows } = await pool.query<KeyUsage>(
    `select split_part(encrypted, '.', 2) as "keyId", ${counts.join(", ")}
      from (${sources.join(" union all ")}) as texts (kind, encrypted)
      where encrypted is not null group by 1 order by 1`,
  );
  return rows;
}
