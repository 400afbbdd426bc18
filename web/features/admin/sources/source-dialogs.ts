import { type AboutProps, dialog, dialogAbout } from "../../../app/dialogs.tsx";
import type { MapProductProps } from "./product-form.tsx";

const load = () => import("./source-forms.tsx");
const loadProduct = () => import("./product-form.tsx");
const ability = "sources.manage";

/** The dialogs of sources: `?dialog=rename&source=3`. */
export const sourceDialogs = {
  add: dialog(() => load().then((m) => m.AddSourceDialog), ability),
  rename: dialogAbout("source", () => load().then((m) => m.RenameSourceDialog), ability),
  secret: dialogAbout("source", () => load().then((m) => m.ReplaceSecretDialog), ability),
  remove: dialogAbout("source", () => load().then((m) => m.RemoveSourceDialog), ability),
};

/** The dialogs of a shop's products: `?dialog=map&product=1042`. */
export const productDialogs = {
  "add-product": dialog(() => loadProduct().then((m) => m.AddProductDialog), "sources.map"),
  map: dialogAbout<"product", AboutProps<string> & MapProductProps, string>(
    "product",
    () => loadProduct().then((m) => m.MapProductDialog),
    "sources.map",
    (text) => text || undefined,
  ),
};
