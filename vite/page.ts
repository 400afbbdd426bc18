import type { Plugin } from "vite";

/** Every screen uses the text font; preloading it avoids a flash of the fallback font. */
export function preloadFont(): Plugin {
  return {
    name: "preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) =>
          /inter-latin-(?!ext-).*woff2$/.test(name),
        );
        if (!font) return [];
        const attrs = {
          rel: "preload",
          as: "font",
          type: "font/woff2",
          href: `/${font}`,
          crossorigin: "",
        };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

/** On a slow connection, the styles and the mark come first, so that the page is not blank while the scripts load. */
export function loadScriptsLast(): Plugin {
  return {
    name: "load-scripts-last",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html.replace(
          /<(?:script type="module"|link rel="modulepreload")/g,
          '$& fetchpriority="low"',
        ),
    },
  };
}

/** Replaces the placeholders in index.html; in production, the server does so on every request. */
export function fillPage(html: string): string {
  const values: Record<string, string> = {
    __FIRM_NAME__: process.env.FIRM_NAME ?? "Propdesk",
    __LOGO__: "",
    __TERMS__: "",
    __PRIVACY__: "",
    __SUPPORT__: "",
    __PARTNER_FRAGMENT__: process.env.PARTNER_FRAGMENT ?? "ali932",
    __CSP_NONCE__: "",
    __SESSION__: "",
  };
  return html.replace(/__[A-Z_]+__/g, (name) => values[name] ?? name);
}

export function fillPlaceholders(): Plugin {
  return {
    name: "fill-placeholders",
    apply: "serve",
    transformIndexHtml: { order: "post", handler: fillPage },
  };
}
