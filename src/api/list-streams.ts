import { z } from "zod";
import { administeredPayout, listPayoutsInput } from "../payouts/payout.schema.ts";
import { streamPayouts } from "../payouts/payouts.queries.ts";
import { listedTrader, listTradersInput } from "../traders/trader.schema.ts";
import { streamTraders } from "../traders/traders.queries.ts";
import type { Context } from "../context.ts";
import { onReplica } from "../database/replicas.ts";
import { requireAdministrator } from "./procedures.ts";
import type { CallContext } from "./trpc.ts";

type ListStream = (
  call: CallContext,
  values: Record<string, unknown>,
) => Promise<AsyncGenerator<unknown[]>>;

function listStream<Query, Item>(
  input: z.ZodType<Query & { limit?: number | undefined }>,
  item: z.ZodType<Item>,
  stream: (app: Context, query: Query) => AsyncGenerator<Item[]>,
): ListStream {
  const items = z.array(item);
  return async (call, values) => {
    await requireAdministrator(call);
    const query = input.parse(values);
    const batches = stream(await onReplica(call.app), query);
    return (async function* () {
      for await (const batch of batches) yield items.parse(batch);
    })();
  };
}

/**
 * The lists that REST answers as a stream when the whole of them is asked for. The procedures of
 * these names answer pages, and typed callers; who may call, and what comes, is the same.
 */
export const listStreams: Record<string, ListStream | undefined> = {
  "admin.users.list": listStream(listTradersInput, listedTrader, streamTraders),
  "admin.payouts.list": listStream(listPayoutsInput, administeredPayout, streamPayouts),
};
