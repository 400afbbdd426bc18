import { buffer } from "node:stream/consumers";
import PdfDocument from "pdfkit";
import { PNG } from "pngjs";
import { logoKindOf } from "../brand/logo.rule.ts";
import type { LogoImage } from "./certificate-layout.rule.ts";

/** A PNG of 512 kB may unpack to gigabytes; this many pixels take 64 MB. */
const MAX_PIXELS = 4096 * 4096;

/**
 * Prepares the firm's logo for certificates.
 * @throws Error if it cannot be printed, such as a WebP image
 */
export async function toPrintableLogo(file: Buffer): Promise<LogoImage> {
  if (logoKindOf(file) === "jpg") {
    return { type: "image/jpeg", data: file, ...(await tryImage(file)) };
  }
  const data = withAlphaChannel(file);
  return { type: "image/png", data, ...(await tryImage(data)) };
}

/**
 * Converts a PNG with transparent colours, or with interlaced rows, to one with an alpha channel. pdfkit prints a
 * transparent palette of at most 16 colours as noise, and any other transparent colour as a box.
 */
function withAlphaChannel(png: Buffer): Buffer {
  const [width, height, interlace] = [png.readUInt32BE(16), png.readUInt32BE(20), png[28]];
  if (width * height > MAX_PIXELS) throw new Error("The logo has too many pixels");
  const isPrintable = interlace === 0 && !png.includes("tRNS");
  return isPrintable ? png : PNG.sync.write(PNG.sync.read(png));
}

/** Draws the image into a separate document, so that an image that pdfkit cannot draw fails here. */
async function tryImage(data: Buffer): Promise<{ width: number; height: number }> {
  const page = new PdfDocument({ font: "" });
  const { width, height } = page.openImage(data);
  page.image(data, 0, 0);
  page.end();
  await buffer(page);
  return { width, height };
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFImage {
      /** Missing from the types of pdfkit. */
      openImage(src: Buffer): { width: number; height: number };
    }
  }
}
