import MarkdownIt from "markdown-it";

/** Without raw HTML, which becomes text, and without images, which would load files of others. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable(
  "image",
);

const renderLink = markdown.renderer.rules.link_open;

// A link must not reveal the page that it stands on, nor control it.
markdown.renderer.rules.link_open = (tokens, index, options, env, renderer) => {
  tokens[index]!.attrSet("rel", "noopener noreferrer nofollow");
  tokens[index]!.attrSet("target", "_blank");
  return renderLink
    ? renderLink(tokens, index, options, env, renderer)
    : renderer.renderToken(tokens, index, options);
};

/** Renders the Markdown of an agreement as HTML that is safe to insert into a page. */
export const renderAgreement = (text: string): string => markdown.render(text);
