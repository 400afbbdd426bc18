import { buffer } from "node:stream/consumers";
import PdfDocument from "pdfkit";
import { PNG } from "pngjs";
import { accentShades } from "../../office/brand/accent.rule.ts";
import { readBrand } from "../../office/brand/brand.ts";
import type { Context } from "../../../platform/context.ts";
import { logoKindOf } from "../../office/brand/brand.schema.ts";
import type { LogoImage } from "./certificate-layout.rule.ts";

/** How the firm's certificates look. */
export interface CertificateLook {
  firmName: string;
  logo: LogoImage | null;
  /** Whether the firm has a logo that cannot be printed, such as a WebP image. */
  isLogoLeftOut: boolean;
  accent: string;
  /** The origin of the public page. */
  publicUrl: string;
}

const gold = "#a8843f";

/** Reads the brand that new certificates are printed with. */
export async function readLook(context: Context): Promise<CertificateLook> {
  const { config, database } = context;
  const { name, accent, logoKey } = await readBrand(database.kysely, config);
  const logo = logoKey === null ? null : await readLogo(context, logoKey);
  return {
    firmName: name,
    logo,
    isLogoLeftOut: logoKey !== null && logo === null,
    accent: accent === null ? gold : accentShades(accent, "light").accent,
    publicUrl: config.publicUrl,
  };
}

/** @returns `null` if the file is missing or cannot be printed */
async function readLogo({ files, log }: Context, key: string): Promise<LogoImage | null> {
  const file = await files.open(key);
  if (!file) return null;
  const data = await buffer(file.stream);
  try {
    return await toPrintableLogo(data);
  } catch (error) {
    log.warn({ err: error, key }, "the firm's logo cannot be printed on certificates");
    return null;
  }
}

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
