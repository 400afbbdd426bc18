import Box from "@mui/material/Box";
import { renderAgreement } from "../../../src/business/traders/agreements/agreement-markdown.rule.ts";

/** Shows the Markdown of an agreement. The renderer emits neither raw HTML nor images. */
export function AgreementText({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-danger -- the renderer escapes everything but Markdown
  return <Box sx={look} dangerouslySetInnerHTML={{ __html: renderAgreement(text) }} />;
}

const look = {
  maxWidth: "72ch",
  overflowWrap: "anywhere",
  "& > :first-of-type": { mt: 0 },
  "& h1": { typography: "h2", mt: 3 },
  "& h2, & h3, & h4": { typography: "h3", mt: 2.5 },
  "& p, & ul, & ol": { my: 1.25 },
  "& ul, & ol": { paddingInlineStart: 3 },
  "& a": { textDecoration: "underline" },
  "& table": { borderCollapse: "collapse" },
  "& th, & td": { border: "1px solid var(--line)", px: 1, py: 0.5 },
};
