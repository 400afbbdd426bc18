import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Renders a component without a browser, and returns its text with `separator` in place of each tag. */
export function textOf(element: ReactNode, separator = ""): string {
  return renderToStaticMarkup(element).replaceAll(/<[^>]*>/g, separator);
}
