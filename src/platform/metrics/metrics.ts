import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

/** A completed call. Its labels must have few distinct values. */
export interface ObservedCall {
  method: string;
  /** The pattern of the route, never the requested path. */
  route: string;
  status: number;
  seconds: number;
}

/** Whether a read that may use a replica did, or used the primary because the replica lagged or did not respond. */
const replicaOutcomes = ["used", "lagging", "unavailable"] as const;
type ReplicaOutcome = (typeof replicaOutcomes)[number];

/** The metrics of this process in Prometheus format. */
export interface Metrics {
  registry: Registry;
  observeCall(call: ObservedCall): void;
  /** Counts a logged event of OWASP's vocabulary, such as a failed sign-in. */
  countSecurityEvent(event: string, call: string): void;
  countReplicaRead(outcome: ReplicaOutcome): void;
  /** @param bytes of the primary's log that a replica has not replayed when a read asks for it */
  observeReplicaLag(bytes: number): void;
}

/** Used if metrics are disabled. */
export const noMetrics: Metrics = {
  registry: new Registry(),
  observeCall: () => {},
  countSecurityEvent: () => {},
  countReplicaRead: () => {},
  observeReplicaLag: () => {},
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  // These include processor, memory, garbage collection and event loop delay.
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
    help: "From the first byte of a call to the last byte of its response",
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
  const replicaReads = new Counter({
    name: "propdesk_replica_reads_total",
    help: "Reads that may use a replica: used, or the primary instead, because the replica was lagging or unavailable",
    labelNames: ["outcome"] as const,
    registers,
  });
  // A rate needs the value from before the first read.
  for (const outcome of replicaOutcomes) replicaReads.inc({ outcome }, 0);
  const replicaLag = new Gauge({
    name: "propdesk_replica_lag_bytes",
    help: "How much of the primary's log the replica of the latest such read had not replayed when it was asked",
    registers,
  });
  return {
    registry,
    observeCall({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      duration.observe({ method, route }, seconds);
    },
    countSecurityEvent: (event, call) => events.inc({ event, call }),
    countReplicaRead: (outcome) => replicaReads.inc({ outcome }),
    observeReplicaLag: (bytes) => replicaLag.set(bytes),
  };
}
