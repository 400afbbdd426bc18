export const traceKinds = ["device", "network"] as const;
export type TraceKind = (typeof traceKinds)[number];
