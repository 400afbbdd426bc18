import { z } from "zod";
import { auditEvent, listAuditInput } from "../platform/audit/audit-event.schema.ts";
import { streamAuditEvents } from "../platform/audit/audit-events.queries.ts";
import { adminPayout, listPayoutsInput } from "../business/payouts/payout.schema.ts";
import { streamPayouts } from "../business/payouts/payouts.queries.ts";
import { traderListItem, listTradersInput } from "../business/traders/trader.schema.ts";
import { streamTraders } from "../business/traders/traders.queries.ts";
import type { Context } from "../platform/context.ts";
import { useReplica } from "../identity/calls/replicas.ts";
import { checkProcedurePermission } from "../identity/calls/guards.ts";
import type { CallContext } from "../identity/calls/trpc.ts";
import { wireSchema } from "./wire-schema.ts";

/** Rows of a list as JSON objects with commas between them, in batches. */
type ListStream = (
  call: CallContext,
  values: Record<string, unknown>,
) => Promise<AsyncGenerator<string>>;

function listStream<Query>(
  procedure: string,
  input: z.ZodType<Query & { limit?: number | undefined }>,
  item: z.ZodType,
  stream: (app: Context, query: Query) => AsyncGenerator<string>,
): ListStream {
  const items = z.array(wireSchema(item));
  return async (call, values) => {
    await checkProcedurePermission(procedure, call);
    const query = input.parse(values);
    const batches = stream(await useReplica(call.app), query);
    return (async function* () {
      for await (const batch of batches) yield checked(items, batch);
    })();
  };
}

/** PostgreSQL wrote it as it is sent; what the schema does not allow is our fault, not the caller's. */
function checked(items: z.ZodType, batch: string): string {
  const { error } = items.safeParse(JSON.parse(`[${batch}]`));
  if (error) throw new Error("A row of a list is not as its schema says", { cause: error });
  return batch;
}

/**
 * The lists that REST answers as a stream when the whole of them is asked for. The procedures of
 * these names answer pages, and typed callers; who may call, and what comes, is the same.
 */
export const listStreams: Record<string, ListStream | undefined> = {
  "admin.audit.list": listStream("admin.audit.list", listAuditInput, auditEvent, streamAuditEvents),
  "admin.users.list": listStream(
    "admin.users.list",
    listTradersInput,
    traderListItem,
    streamTraders,
  ),
  "admin.payouts.list": listStream(
    "admin.payouts.list",
    listPayoutsInput,
    adminPayout,
    streamPayouts,
  ),
};
