import { buffer } from "node:stream/consumers";
import { accentShades } from "../../../platform/brand/accent.rule.ts";
import { readBrand } from "../../../platform/brand/brand.queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { LogoImage } from "./certificate-layout.rule.ts";
import { toPrintableLogo } from "./printable-logo.ts";

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
