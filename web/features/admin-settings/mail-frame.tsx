import { useCallback, useState } from "react";
import styles from "./settings.module.css";

/**
 * Shows an email in a frame that runs no scripts. The frame inherits the page's Content-Security-Policy, which blocks
 * inline styles, so styles are set through the CSSOM.
 */
export function MailFrame({ title, html }: { title: string; html: string }) {
  const [height, setHeight] = useState(400);
  const show = useCallback(
    (frame: HTMLIFrameElement | null) => {
      const page = frame?.contentDocument;
      if (!page) return;
      fill(page, html);
      const measure = () => setHeight(page.body.scrollHeight);
      measure();
      for (const image of page.images) image.addEventListener("load", measure);
    },
    [html],
  );
  return (
    <iframe
      ref={show}
      title={title}
      sandbox="allow-same-origin"
      className={styles.frame}
      height={height}
    />
  );
}

function fill(page: Document, html: string): void {
  const parsed = new DOMParser().parseFromString(
    html.replaceAll(' style="', ' data-style="').replace(/<style>.*<\/style>/, ""),
    "text/html",
  );
  const body = page.importNode(parsed.body, true);
  for (const element of [body, ...body.querySelectorAll<HTMLElement>("[data-style]")]) {
    element.style.cssText = element.dataset.style ?? "";
  }
  // A link would open inside the frame.
  for (const link of body.querySelectorAll("a")) link.removeAttribute("href");
  page.documentElement.lang = "en";
  page.body.replaceWith(body);
  const [, rules = ""] = /<style>(.*)<\/style>/.exec(html) ?? [];
  const sheet = new page.defaultView!.CSSStyleSheet();
  sheet.replaceSync(rules);
  page.adoptedStyleSheets = [sheet];
}
