import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only range of IPv6 addresses that is routed on the internet. */
const globalUnicast = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Returns whether an address is on the public internet: not private, loopback, link-local, shared (CGNAT), multicast or
 * reserved, and not an IPv6 address that embeds or translates one of these.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}
