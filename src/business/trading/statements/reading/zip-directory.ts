/** The record at the end of a zip archive, without its comment. */
const END_BYTES = 22;
const END = "PK\u0005\u0006";
/** The record of an entry in the directory, without its name, extra fields and comment. */
const ENTRY_BYTES = 46;
const ENTRY = 0x02_01_4b_50;

/** Whether the archive ends with its directory, which is missing if the file was cut short. */
export function hasDirectory(bytes: Buffer): boolean {
  const end = endOf(bytes);
  return end !== undefined && end + END_BYTES + bytes.readUInt16LE(end + 20) <= bytes.length;
}

/** Adds up the unpacked sizes that the directory declares, also of entries that are not read, such as images. */
export function declaredSize(bytes: Buffer): number {
  const end = endOf(bytes);
  if (end === undefined) return 0;
  let size = 0;
  let at = bytes.readUInt32LE(end + 16);
  while (at + ENTRY_BYTES <= end && bytes.readUInt32LE(at) === ENTRY) {
    size += bytes.readUInt32LE(at + 24);
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    at += ENTRY_BYTES + name! + extra! + comment!;
  }
  return size;
}

function endOf(bytes: Buffer): number | undefined {
  const at = bytes.lastIndexOf(END, undefined, "latin1");
  return at < 0 || at + END_BYTES > bytes.length ? undefined : at;
}
