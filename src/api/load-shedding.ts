import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RefusalError } from "../lib/errors.ts";

/** Seconds after which a call that was turned away may find room. */
const RETRY_AFTER = 5;

export interface LoadLimits {
  /** Calls that are being answered at the same time. */
  calls: number;
  heapBytes: number;
  rssBytes: number;
}

/** The memory that this process may have: its container's, where there is one. */
const memory = Math.min(process.constrainedMemory() || Infinity, totalmem());

const usualLimits: LoadLimits = {
  // A program that is too slow has too many of them: its own delay is not measured, for where others
  // keep the processor busy that says nothing of us. With the greatest bodies they take 250 MB.
  calls: 1000,
  heapBytes: 0.85 * getHeapStatistics().heap_size_limit,
  rssBytes: 0.9 * memory,
};

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
    maxHeapUsedBytes: limits.heapBytes,
    maxRssBytes: limits.rssBytes,
    pressureHandler: refuse,
  });
}
