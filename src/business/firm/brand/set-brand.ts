import type { Selectable } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { BrandSettings, setBrandInput } from "./brand.schema.ts";
import { readBrandSettings } from "./brand-settings.queries.ts";
import { changeBrand } from "./change-brand.ts";

/** Changes how the firm presents itself. Omitted fields keep their values. */
export async function setBrand(
  context: Context,
  actor: StaffActor,
  input: z.output<typeof setBrandInput>,
): Promise<BrandSettings> {
  const { name, accent, senderName, termsUrl, privacyUrl, supportAddress } = input;
  const fields: Partial<Selectable<Tables["firm_brand"]>> = {
    ...(name !== undefined && { name }),
    ...(accent !== undefined && { accent }),
    ...(senderName !== undefined && { sender_name: senderName }),
    ...(termsUrl !== undefined && { terms_url: termsUrl }),
    ...(privacyUrl !== undefined && { privacy_url: privacyUrl }),
    ...(supportAddress !== undefined && { support_address: supportAddress }),
  };
  await inTransaction(context.database, (em) => changeBrand(context, em, actor, fields));
  return readBrandSettings(context);
}
