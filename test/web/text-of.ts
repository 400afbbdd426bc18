import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Renders a component without a browser, and returns its text, without MUI's styles and with `separator` in
 * place of each tag. */
export function textOf(element: ReactNode, separator = ""): string {
  const markup = renderToStaticMarkup(element).replaceAll(/<style.*?<\/style>/gs, "");
  return markup.replaceAll(/<[^>]*>/g, separator);
}
