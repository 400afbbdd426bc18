import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Returns the block of addresses that counts as one caller: an IPv4 address in canonical notation, or the /64 prefix
 * that providers assign to an IPv6 customer. Text that is not an address is returned unchanged.
 */
export function addressBlock(text: string): string {
  const address = withoutPort(text);
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** Removes the port, which some proxies add to the address; it differs for each connection. */
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address)?.slice(1).find(Boolean) ?? address;
}
