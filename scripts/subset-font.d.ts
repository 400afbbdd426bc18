declare module "subset-font" {
  interface Options {
    targetFormat: "woff2";
    /** The range that the variable font keeps of each axis. */
    variationAxes: Record<string, { min: number; max: number }>;
    /** The tags of the OpenType features that the font keeps. */
    keepFeatures: string[];
  }

  /** @param text the characters that the font keeps */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
