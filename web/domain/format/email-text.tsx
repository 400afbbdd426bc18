import { Fragment } from "react";

/**
 * An email address that, if it is too long for its line, breaks after `@` or before a dot rather than within a word.
 */
export function EmailText({ children }: { children: string }) {
  return children.split(/(?<=@)|(?=\.)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
