/**
 * Whether a file starts with the header of a PDF, regardless of its name and declared type. Some programs
 * write a byte order mark or whitespace before it.
 * @param start the first 64 bytes
 */
export function hasPdfHeader(start: Buffer): boolean {
  return /^(\u00ef\u00bb\u00bf)?\s{0,16}%PDF-\d/.test(start.toString("latin1"));
}
