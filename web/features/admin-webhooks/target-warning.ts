/**
 * Returns why the server will probably not send webhooks to a URL. The server decides: it refuses literal IP addresses
 * at once, and host names when it has resolved them.
 */
export function warnOfTarget(url: string): string | undefined {
  if (!URL.canParse(url.trim())) return undefined;
  const { protocol, hostname } = new URL(url.trim());
  if (protocol === "http:") return "Webhooks are only sent over HTTPS.";
  const isLocal =
    hostname === "localhost" ||
    (!hostname.includes(".") && !hostname.startsWith("[")) ||
    /\.(local|localhost|internal|lan|home\.arpa|test)$/.test(hostname);
  return isLocal
    ? "This name belongs to a local network. Webhooks are only sent to the public internet."
    : undefined;
}
