import { Counter, Histogram, Registry, collectDefaultMetrics } from "prom-client";

/** One call that was answered, by names of which there are few. */
export interface ObservedCall {
  method: string;
  /** As it was registered, never as it was asked for. */
  route: string;
  status: number;
  seconds: number;
}

/** Counts what happens in this process, for Prometheus to fetch. */
export interface Metrics {
  /** Where everything is that can be fetched. */
  registry: Registry;
  observeCall(call: ObservedCall): void;
  /** Something that the log tells of, in OWASP's words: sign-ins by outcome, refusals, changes. */
  countSecurityEvent(event: string, call: string): void;
}

/** Where nobody fetches them, nothing is counted. */
export const noMetrics: Metrics = {
  registry: new Registry(),
  observeCall: () => {},
  countSecurityEvent: () => {},
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  // Processor, memory, garbage collection, and how late the event loop is.
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: "propdesk_http_requests_total",
    help: "Calls that were answered",
    labelNames: ["method", "route", "status"] as const,
    registers,
  });
  const duration = new Histogram({
    name: "propdesk_http_request_duration_seconds",
    help: "From the first byte of a call to the last of its answer",
    labelNames: ["method", "route"] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const events = new Counter({
    name: "propdesk_security_events_total",
    help: "Events of OWASP's logging vocabulary, by the call that they belong to",
    labelNames: ["event", "call"] as const,
    registers,
  });
  return {
    registry,
    observeCall({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      duration.observe({ method, route }, seconds);
    },
    countSecurityEvent: (event, call) => events.inc({ event, call }),
  };
}
