import { getHeapStatistics } from "node:v8";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { SECOND } from "../lib/clock.ts";
import { RefusalError } from "../lib/errors.ts";

/** Seconds after which a call that was turned away may find room. */
const RETRY_AFTER = 5;

export interface LoadLimits {
  /** Calls that are being answered at the same time. */
  calls: number;
  /** Milliseconds that everything waits for the program, on average over a second. */
  eventLoopDelay: number;
  heapBytes: number;
}

const usualLimits: LoadLimits = {
  // With bodies of the greatest size, a quarter of the least heap that Node gives itself.
  calls: 1000,
  // A machine that is merely slow, or still starting, is no reason to turn anybody away.
  eventLoopDelay: 10 * SECOND,
  heapBytes: 0.85 * getHeapStatistics().heap_size_limit,
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answered however great the load is: whoever watches must see what is going on. */
    always?: boolean;
  }
}

/**
 * Turns calls away with 503 before there are so many that none is answered any more, or that the
 * memory is full.
 */
export async function shedLoad(
  server: FastifyInstance,
  limits: LoadLimits = usualLimits,
): Promise<void> {
  const refuse = (request: FastifyRequest): Promise<void> | undefined => {
    if (request.routeOptions.config.always) return undefined;
    const message = "The service is busy. Please try again in a few seconds.";
    return Promise.reject(new RefusalError("unavailable", message, { retryAfter: RETRY_AFTER }));
  };
  let calls = 0;
  server.addHook("onRequest", async (request, reply) => {
    calls += 1;
    reply.raw.once("close", () => (calls -= 1));
    if (calls > limits.calls) await refuse(request);
  });
  await server.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    maxHeapUsedBytes: limits.heapBytes,
    pressureHandler: refuse,
  });
}
