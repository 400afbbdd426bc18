import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Returns the text of a component, rendered without a browser, with `separator` in place of each tag. */
export function textOf(element: ReactNode, separator = ""): string {
  // MUI's styles are part of the markup.
  const markup = renderToStaticMarkup(element).replaceAll(/<style.*?<\/style>/gs, "");
  return markup.replaceAll(/<[^>]*>/g, separator);
}
