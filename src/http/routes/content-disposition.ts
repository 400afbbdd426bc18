/** Returns a `Content-Disposition` header; the file name may contain any characters (RFC 6266, RFC 8187). */
export function contentDisposition(type: "inline" | "attachment", fileName: string): string {
  const plain = fileName.replace(/[^\w .-]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
