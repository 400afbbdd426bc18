import { Zip, ZipDeflate } from "fflate";

/** The limits of zip files without the extension Zip64, which fflate does not write. */
const MAX_BYTES = 0xff_ff_ff_ff;
const MAX_FILES = 0xff_ff;

/** Writes a zip file piece by piece. */
export class Archive {
  readonly #zip: Zip;
  #chunks: Uint8Array[] = [];
  #error: Error | undefined;
  #file: ZipDeflate | undefined;
  #files = 0;
  #bytes = 0;
  readonly #encoder = new TextEncoder();

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error) this.#error = error;
      else this.#chunks.push(chunk);
    });
  }

  /** The number of files that were begun. */
  get files(): number {
    return this.#files;
  }

  begin(path: string): void {
    this.#files += 1;
    this.#file = new ZipDeflate(path, { level: 6 });
    this.#zip.add(this.#file);
  }

  write(content: string | Uint8Array, isLast = false): void {
    const bytes = typeof content === "string" ? this.#encoder.encode(content) : content;
    this.#bytes += bytes.length;
    this.#file?.push(bytes, isLast);
  }

  end(content: string | Uint8Array = ""): void {
    this.write(content, true);
  }

  finish(): void {
    this.#zip.end();
  }

  /**
   * Returns what was written since the last call.
   * @throws Error if the archive has become larger than a zip file can be
   */
  take(): Uint8Array[] {
    if (this.#error) throw this.#error;
    if (this.#bytes > MAX_BYTES || this.#files > MAX_FILES) {
      throw new Error("The archive exceeds the limits of a zip file, 4 GiB and 65,535 files");
    }
    const taken = this.#chunks;
    this.#chunks = [];
    return taken;
  }
}
