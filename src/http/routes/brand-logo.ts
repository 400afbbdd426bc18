import { z } from "zod";
import {
  brandSettings,
  logoKindOf,
  logoMessages,
  logoTypes,
  MAX_LOGO_BYTES,
} from "../../business/office/brand/brand.schema.ts";
import { readBrand, setLogo } from "../../business/office/brand/brand.ts";
import { notFound } from "../../platform/errors.ts";
import { fileKindOf } from "../../platform/storage/storage.ts";
import { defineRoute } from "../route.ts";
import { type ReceivedFile, receiveUpload } from "./uploads.ts";

const FILE_FIELD = "logo";

const form = {
  fileField: FILE_FIELD,
  fields: z.strictObject({}),
  missingFile: logoMessages.missingFile,
  tooLarge: logoMessages.tooLarge,
  check: ({ start }: ReceivedFile) => (logoKindOf(start) ? undefined : logoMessages.notAnImage),
};

export const logoUpload = defineRoute({
  name: "admin.settings.brand.setLogo",
  rest: "POST /admin/settings/brand/logo",
  permission: "administrator",
  ability: "settings.write",
  form: { maxBytes: MAX_LOGO_BYTES },
  event: "upload_stored",
  operation: {
    summary: "Set the firm's logo",
    description:
      "Accepts a PNG, JPEG or WebP image of at most 512 kB. The type is detected from the content, not from the file name.",
    tag: "Administration",
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: z.object({ [FILE_FIELD]: z.string().meta({ format: "binary" }) }),
          example: { [FILE_FIELD]: "\u0089PNG …" },
        },
      },
    },
    responses: {
      "200": {
        description: "The brand",
        content: { "application/json": { schema: brandSettings } },
      },
    },
    errors: {
      400: "The file is missing or is not a PNG, JPEG or WebP image",
      413: "The file is larger than 512 kB",
      415: "The body is not multipart/form-data",
    },
  },
  handle: (call) =>
    receiveUpload(call, form, async (app, actor, _, { path, start }) =>
      brandSettings.parse(await setLogo(app, actor, { path, kind: logoKindOf(start)! })),
    ),
});

/** Serves the current logo to anyone, because sign-in screens and mail programs show it. */
export const logoFile = defineRoute({
  name: "brand.logo",
  rest: "GET /brand/logo/{key}",
  permission: "anyone",
  operation: {
    summary: "Get the firm's logo",
    description: "Shown on screens and in emails. Its address changes with the logo.",
    tag: "Service",
    parameters: [
      {
        name: "key",
        in: "path",
        description: "The last part of the brand's `logoUrl`",
        required: true,
        schema: { type: "string" },
        example: "0b9f3c5e-7a1d-4c2b-9e8f-1a2b3c4d5e6f.png",
      },
    ],
    responses: {
      "200": {
        description: "The image",
        content: Object.fromEntries(
          Object.values(logoTypes).map((type) => [
            type,
            { schema: z.string().meta({ format: "binary" }), example: "\u0089PNG …" },
          ]),
        ),
      },
    },
    errors: { 404: "This is not the firm's current logo" },
  },
  async handle({ context: { app }, request, reply }) {
    const { key } = request.params as { key: string };
    const { logoKey } = await readBrand(app.database.kysely, app.config);
    const kind = fileKindOf(key);
    const file = key === logoKey ? await app.files.open(key) : undefined;
    if (!file || !kind || !(kind in logoTypes)) throw notFound("Logo");
    return (
      reply
        .type(logoTypes[kind as keyof typeof logoTypes])
        .header("Content-Length", file.size)
        .header("Cache-Control", "public, max-age=31536000, immutable")
        // Webmail shows the logo on pages of other origins.
        .header("Cross-Origin-Resource-Policy", "cross-origin")
        .send(file.stream)
    );
  },
});
