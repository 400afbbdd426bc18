import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { addressBlock } from "../../platform/lib/addresses.ts";
import { SECOND } from "../../platform/lib/clock.ts";
import { RefusalError } from "../../platform/lib/errors.ts";

/** Seconds after which a call that was turned away may find room. */
const RETRY_AFTER = 5;

export interface LoadLimits {
  /** Calls that are being answered at the same time. */
  calls: number;
  /** Of them, those of one address: nobody who is slow on purpose keeps all others out. */
  callsFromOne: number;
  heapBytes: number;
  /** Of the heap and of the buffers beside it. */
  memoryBytes: number;
}

/** The memory that this process may have: its container's, where there is one. */
const memory = Math.min(process.constrainedMemory() || Infinity, totalmem());

/** A load test comes from one address, and lifts what counts by it. */
export function loadLimits({ rateLimit }: Pick<Config, "rateLimit">): LoadLimits {
  return {
    // A program that is too slow has too many of them: its own delay is not measured, for where others
    // keep the processor busy that says nothing of us. With the greatest bodies they take 250 MB.
    calls: 1000,
    callsFromOne: rateLimit ? 500 : Infinity,
    heapBytes: 0.85 * getHeapStatistics().heap_size_limit,
    memoryBytes: 0.85 * memory,
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answered however great the load is: whoever watches must see what is going on. */
    always?: boolean;
  }
}

/**
 * Turns calls away with 503 before there are so many that none is answered any more, or that the
 * memory is full. Slowness alone is no reason: a machine may be slow with nobody there.
 */
export function registerLoadShedding(server: FastifyInstance, limits: LoadLimits): void {
  const calls = countCalls();
  let isFull = false;
  // V8 tells without asking the system, which may not answer: the other ways need /proc.
  const look = setInterval(() => {
    const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
    isFull = heap > limits.heapBytes || heap + buffers > limits.memoryBytes;
  }, SECOND).unref();
  server.addHook("onClose", async () => clearInterval(look));
  server.addHook("onRequest", async (request, reply) => {
    const address = addressBlock(request.ip);
    const { all, fromThere } = calls.begin(address);
    reply.raw.once("close", () => calls.end(address));
    if (!isFull && all <= limits.calls && fromThere <= limits.callsFromOne) return;
    if (request.routeOptions.config.always) return;
    const message = "The service is busy. Please try again in a few seconds.";
    throw new RefusalError("unavailable", message, { retryAfter: RETRY_AFTER });
  });
}

/** The calls that are being answered, with and without regard to where they come from. */
function countCalls() {
  const byAddress = new Map<string, number>();
  let all = 0;
  return {
    begin(address: string): { all: number; fromThere: number } {
      const fromThere = (byAddress.get(address) ?? 0) + 1;
      byAddress.set(address, fromThere);
      all += 1;
      return { all, fromThere };
    },
    end(address: string): void {
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
      all -= 1;
    },
  };
}
