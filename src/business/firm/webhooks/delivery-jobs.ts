import type { Context } from "../../../platform/context.ts";
import type { Em } from "../../../platform/database/orm.ts";

/** One attempt of one delivery. */
export interface DeliveryJob {
  deliveryId: number;
  /** The turn of the delivery when the job was enqueued. It changes if the delivery is enqueued again. */
  turn: number;
  /** Sends even if the endpoint is paused. */
  isOnRequest?: true;
}

/** Enqueues the next attempts of deliveries in the transaction of `em`. */
export async function enqueueDeliveries(
  { jobs }: Pick<Context, "jobs">,
  em: Em,
  deliveries: {
    id: number;
    endpointId: number;
    turn: number;
    /** Seconds. */
    delay?: number;
    isOnRequest?: true;
  }[],
): Promise<void> {
  await jobs.enqueueAll(
    em,
    "webhook",
    deliveries.map(({ id, endpointId, turn, delay, isOnRequest }) => ({
      data: { deliveryId: id, turn, ...(isOnRequest && { isOnRequest }) } satisfies DeliveryJob,
      ...(delay !== undefined && { delay }),
      group: String(endpointId),
    })),
  );
}
