/** Creates a small file with the content of a PDF, padded to `size` bytes. */
export function pdf(size = 0): Buffer {
  const start = Buffer.from("%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n");
  const end = Buffer.from("trailer\n<</Root 1 0 R>>\n%%EOF\n");
  const padding = Buffer.alloc(Math.max(0, size - start.length - end.length), " ");
  return Buffer.concat([start, padding, end]);
}

export interface Part {
  name: string;
  value: string | Buffer;
  /** Present if the part is a file. */
  filename?: string;
  type?: string;
}

const BOUNDARY = "----propdesk-test";

/** Creates a multipart body and its header, like a browser. */
export function multipart(parts: Part[], options: { cutOff?: boolean } = {}) {
  const chunks = parts.flatMap(({ name, value, filename, type }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? "" : `; filename="${filename}"`,
    type === undefined ? "" : `\r\nContent-Type: ${type}`,
    "\r\n\r\n",
    value,
    "\r\n",
  ]);
  const end = options.cutOff ? "" : `--${BOUNDARY}--\r\n`;
  return {
    payload: Buffer.concat([...chunks, end].map((chunk) => Buffer.from(chunk))),
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

/** Creates the parts of a valid certificate upload, with overrides. */
export function certificateParts(
  userId: number,
  changes: { name?: string; issuedAt?: string; file?: Partial<Part> } = {},
): Part[] {
  const { name = "Phase 1 completed", issuedAt, file } = changes;
  return [
    { name: "name", value: name },
    { name: "userId", value: String(userId) },
    ...(issuedAt === undefined ? [] : [{ name: "issuedAt", value: issuedAt }]),
    {
      name: "certificateFile",
      value: pdf(),
      filename: "certificate.pdf",
      type: "application/pdf",
      ...file,
    },
  ];
}
