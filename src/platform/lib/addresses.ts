import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * One name for all addresses that a caller has: an IPv4 address, also if it is written as IPv6, and of IPv6
 * the /64 network that a provider assigns to a line. Text that is no address is returned unchanged.
 */
export function addressBlock(text: string): string {
  const address = withoutPort(text);
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** Some proxies forward the port as well, which differs with every connection. */
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address)?.slice(1).find(Boolean) ?? address;
}
