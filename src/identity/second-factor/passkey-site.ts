import { isIP } from "node:net";
import type { Config } from "../../platform/config/config.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import type { Person } from "./second-factor.entity.ts";

/** The site that passkeys belong to. Browsers offer them at no other site. */
interface PasskeySite {
  rpId: string;
  origin: string;
}

/**
 * Returns the site of the public address, or of `http://localhost` if none is set. Returns `undefined` if the public
 * address is an IP address, because passkeys belong to a host name.
 */
export function passkeySite({
  publicUrl,
  isPublicUrlSet,
  port,
}: Pick<Config, "publicUrl" | "isPublicUrlSet" | "port">): PasskeySite | undefined {
  const origin = isPublicUrlSet ? publicUrl : new URL(`http://localhost:${port}`).origin;
  const rpId = new URL(origin).hostname;
  return isIP(rpId.replaceAll(/^\[|\]$/g, "")) === 0 ? { rpId, origin } : undefined;
}

/** @throws RefusalError if passkeys cannot work at the public address */
export function requirePasskeySite(config: Parameters<typeof passkeySite>[0]): PasskeySite {
  const site = passkeySite(config);
  if (site) return site;
  const message = "Passkeys need a public address with a name; this one is an IP address";
  throw new RefusalError("conflict", message);
}

/** Identifies the person to an authenticator, which stores the handle. It contains no personal data. */
export const userHandleOf = ({ kind, id }: Person): Buffer<ArrayBuffer> =>
  Buffer.from(`${kind}:${id}`);

/** Loads the library when it is first needed, because its 300 modules take a tenth of the time of a start. */
export const loadWebAuthn = () => import("@simplewebauthn/server");
