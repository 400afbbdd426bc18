/** Logo types by the file extension of the storage key. SVG is excluded because it can carry scripts. */
export const logoTypes = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" } as const;

export type LogoKind = keyof typeof logoTypes;

/**
 * Detects the type of an image from its content, regardless of its name and declared type.
 * @param start at least the first 12 bytes
 */
export function logoKindOf(start: Uint8Array): LogoKind | undefined {
  const text = Array.from(start.subarray(0, 12), (byte) => String.fromCharCode(byte)).join("");
  if (text.startsWith("\u0089PNG\r\n\u001a\n")) return "png";
  if (text.startsWith("\u00ff\u00d8\u00ff")) return "jpg";
  if (text.startsWith("RIFF") && text.slice(8) === "WEBP") return "webp";
  return undefined;
}
