import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only part of IPv6 that is routed on the internet. */
const globalUnicast = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Whether an address is one of the public internet: not private, loopback, link-local, shared (CGNAT),
 * multicast or reserved, also if IPv6 embeds or translates such an address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}
