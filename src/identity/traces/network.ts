import ipaddr from "ipaddr.js";

/** Addresses of these ranges are used by any number of networks. */
const ranges = new Set([
  "unspecified",
  "loopback",
  "private",
  "uniqueLocal",
  "linkLocal",
  "carrierGradeNat",
]);

/** Returns the network of an address, of IPv6 its /64; `null` for a loopback, private, link-local or carrier's one. */
export function traceNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (ranges.has(parsed.range())) return null;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const parts = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(":")}::/64`;
}
