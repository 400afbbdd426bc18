import type { ColumnType, Generated } from "kysely";
import type { Deviation } from "../verdicts/check-derived.ts";

/** A rebuild of the derived rows and verdicts of all accounts. At most one is unfinished. */
interface RebuildRow {
  id: Generated<number>;
  accounts: number;
  started_at: string;
  stopped_at: string | null;
  finished_at: string | null;
}

/** A range of accounts that one job rebuilds. */
export interface RebuildChunkRow {
  rebuild_id: number;
  first_account_id: number;
  last_account_id: number;
  accounts: number;
  /** Null until every account of the chunk has been rebuilt. */
  done_at: string | null;
  /** The stages whose rows differed. */
  deviations: ColumnType<Deviation[], string, string>;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    rebuilds: RebuildRow;
    rebuild_chunks: RebuildChunkRow;
  }
}
