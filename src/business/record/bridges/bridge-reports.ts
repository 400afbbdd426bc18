import { sql } from "kysely";
import type { TokenActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import type { BridgeReportView, ReportInput, StoredReport } from "./bridge.schema.ts";
import { comparedServer } from "./bridge-server.queries.ts";

/**
 * Stores what a connector says about itself, in place of what its token said before about the server.
 * @returns the report
 */
export async function storeReport(
  { clock, database: { kysely } }: Pick<Context, "clock" | "database">,
  { id }: Pick<TokenActor, "id">,
  report: ReportInput,
): Promise<BridgeReportView> {
  const now = clock.now().toISOString();
  // A connector that was never connected has been away since it started.
  const awaySince = report.connectedSince === null ? report.startedAt.toISOString() : null;
  const again = report.connectedSince === null ? now : null;
  await sql`
    insert into bridge_reports as known (token_id, server, report, reported_at, away_since)
    values (${id}, ${comparedServer(report.server)}, ${JSON.stringify(report)}, ${now}, ${awaySince})
    on conflict (token_id, server) do update set report = excluded.report,
      reported_at = excluded.reported_at,
      away_since = case when excluded.away_since is null then null
        else coalesce(known.away_since,
          case when known.report ->> 'startedAt' = excluded.report ->> 'startedAt'
            then ${again}::timestamptz else excluded.away_since end) end`.execute(kysely);
  return report;
}

/** @param stored as JSON */
export function readReport(stored: StoredReport): BridgeReportView {
  const { startedAt, connectedSince, failures } = stored;
  return {
    ...stored,
    startedAt: new Date(startedAt),
    connectedSince: connectedSince === null ? null : new Date(connectedSince),
    failures: failures.map((failure) => ({ ...failure, since: new Date(failure.since) })),
  };
}
