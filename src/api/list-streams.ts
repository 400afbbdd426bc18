import { z } from "zod";
import { auditEvent, listAuditInput } from "../audit/audit-event.schema.ts";
import { streamAuditEvents } from "../audit/audit-events.queries.ts";
import { administeredPayout, listPayoutsInput } from "../payouts/payout.schema.ts";
import { streamPayouts } from "../payouts/payouts.queries.ts";
import { listedTrader, listTradersInput } from "../traders/trader.schema.ts";
import { streamTraders } from "../traders/traders.queries.ts";
import type { Context } from "../context.ts";
import { onReplica } from "../database/replicas.ts";
import { guardAs } from "./guards.ts";
import type { CallContext } from "./trpc.ts";
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
    await guardAs(procedure, call);
    const query = input.parse(values);
    const batches = stream(await onReplica(call.app), query);
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
  "admin.users.list": listStream("admin.users.list", listTradersInput, listedTrader, streamTraders),
  "admin.payouts.list": listStream(
    "admin.payouts.list",
    listPayoutsInput,
    administeredPayout,
    streamPayouts,
  ),
};
