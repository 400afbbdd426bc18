import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { addressBlock } from "../../platform/throttle/throttle.ts";
import { SECOND } from "../../platform/time/durations.rule.ts";
import { RefusalError } from "../../platform/errors.ts";

/** Seconds after which a rejected request may be repeated. */
const RETRY_AFTER = 5;

export interface LoadLimits {
  /** Concurrent requests. */
  calls: number;
  /** Concurrent requests of one address, so that slow clients cannot keep all others out. */
  callsFromOne: number;
  /** Concurrent streams of live updates, which stay open and use few resources. */
  streams: number;
  streamsFromOne: number;
  heapBytes: number;
  /** The heap together with the buffers outside it. */
  memoryBytes: number;
}

/** The memory that this process may use: the limit of its container, if it has one. */
const memory = Math.min(process.constrainedMemory() || Infinity, totalmem());

/** Returns the limits. `RATE_LIMIT=off` also removes those per address, because a load test uses a single one. */
export function loadLimits({ rateLimit }: Pick<Config, "rateLimit">): LoadLimits {
  return {
    // With the largest bodies, this many take 250 MB. The delay of the event loop is deliberately not limited: it also
    // grows when other programs use the processor.
    calls: 1000,
    callsFromOne: rateLimit ? 500 : Infinity,
    streams: 20_000,
    streamsFromOne: rateLimit ? 1000 : Infinity,
    heapBytes: 0.85 * getHeapStatistics().heap_size_limit,
    memoryBytes: 0.85 * memory,
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Served under any load: health and metrics. */
    always?: boolean;
    /** Stays open and sends events. */
    stream?: boolean;
  }
}

/** Rejects requests with 503 if a concurrency limit is exceeded or memory is nearly full. */
export function registerLoadShedding(server: FastifyInstance, limits: LoadLimits): void {
  const calls = countCalls();
  const streams = countCalls();
  let isFull = false;
  // Uses V8's own figures, because process.memoryUsage() reads /proc and fails if no file can be opened.
  const sampling = setInterval(() => {
    const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
    isFull = heap > limits.heapBytes || heap + buffers > limits.memoryBytes;
  }, SECOND).unref();
  server.addHook("onClose", async () => clearInterval(sampling));
  server.addHook("onRequest", async (request, reply) => {
    const address = addressBlock(request.ip);
    const isStream = request.routeOptions.config.stream;
    const counted = isStream ? streams : calls;
    const { all, ofAddress } = counted.begin(address);
    reply.raw.once("close", () => counted.end(address));
    const [most, mostFromOne] = isStream
      ? [limits.streams, limits.streamsFromOne]
      : [limits.calls, limits.callsFromOne];
    if (!isFull && all <= most && ofAddress <= mostFromOne) return;
    if (request.routeOptions.config.always) return;
    const message = "The service is busy. Please try again in a few seconds.";
    throw new RefusalError("unavailable", message, { retryAfter: RETRY_AFTER });
  });
}

/** Counts the concurrent requests, in total and by address. */
function countCalls() {
  const byAddress = new Map<string, number>();
  let all = 0;
  return {
    begin(address: string): { all: number; ofAddress: number } {
      const ofAddress = (byAddress.get(address) ?? 0) + 1;
      byAddress.set(address, ofAddress);
      all += 1;
      return { all, ofAddress };
    },
    end(address: string): void {
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
      all -= 1;
    },
  };
}
