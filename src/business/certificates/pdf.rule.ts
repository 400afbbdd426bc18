/** How many bytes from the start tell whether a file is a PDF. */
export const PDF_HEADER_LENGTH = 1024;

/**
 * A PDF by its content, whatever its name or declared type says: the header stands at the start.
 * Some programs write a byte order mark or blank space before it.
 */
export function looksLikePdf(start: Buffer): boolean {
  return /^(\u00ef\u00bb\u00bf)?\s{0,16}%PDF-\d/.test(start.toString("latin1"));
}
